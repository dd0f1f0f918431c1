import { useClientChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'

type Props = {
  label: string
  /** null = no client. */
  value: number | null
  /** The base whose clients are offered; null = not chosen yet. */
  companyId: number | null
  /** The name of the client when the form was opened. */
  chosenLabel: string | undefined
  placeholder: string
  required: boolean
  help: string | undefined
  error: string | null
  onChange: (clientId: number | null) => void
}

/** Choose a client of the record's base. */
export function ClientChoice({ companyId, required, placeholder, ...props }: Props) {
  const say = useWord()
  const { options, loading, search } = useClientChoices(companyId ?? undefined)
  return (
    <Combobox
      {...props}
      required={required}
      clearable={!required}
      placeholder={companyId === null ? say('ui.baseFirst') : placeholder}
      options={companyId === null ? [] : options}
      loading={loading}
      onSearch={search}
    />
  )
}
