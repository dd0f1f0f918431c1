import { useClientChoices } from '#client/features/places/use-place-choices.ts'
import { Combobox } from '#client/ui/combobox.tsx'

type Props = {
  label: string
  /** null = no client. */
  value: number | null
  /** The base whose clients are offered. */
  companyId: number
  /** The name of the client when the form was opened. */
  chosenLabel: string | undefined
  placeholder: string
  required: boolean
  help: string | undefined
  error: string | null
  onChange: (clientId: number | null) => void
}

/** Choose a client of the record's base. */
export function ClientChoice({ companyId, required, ...props }: Props) {
  const { options, loading, search } = useClientChoices(companyId)
  return (
    <Combobox
      {...props}
      required={required}
      clearable={!required}
      options={options}
      loading={loading}
      onSearch={search}
    />
  )
}
