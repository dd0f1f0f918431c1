import type { Choices } from '#client/features/devices/use-choices.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Id } from '#shared/paging.ts'

type Props = { label: string; choices: Choices; value: number | undefined; onChange: (id: string | undefined) => void; className?: string }

/** Narrows a list to one of many, which counts at once; ids as the address writes them. */
export const ChoiceFilter = ({ label, choices: { options, loading, search }, value, onChange, className = 'w-48' }: Props) => (
  <Combobox
    label={label}
    className={className}
    value={value ?? null}
    options={options}
    loading={loading}
    onSearch={search}
    onChange={(id) => onChange(id?.toString())}
  />
)

/** An id of an address; undefined for anything else. */
export const idOf = (text: string | undefined): number | undefined => Id.safeParse(text).data
