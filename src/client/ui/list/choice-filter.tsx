import { Combobox } from '#client/ui/combobox.tsx'
import type { Choices } from './choices.ts'

type Props = {
  label: string
  choices: Choices
  value: number | undefined
  onChange: (id: number | undefined) => void
  className?: string
}

/** Filter a list by one of many options, applied at once. */
export const ChoiceFilter = ({ label, choices: { options, loading, search }, value, onChange, className }: Props) => (
  <Combobox
    label={label}
    className={className}
    value={value ?? null}
    options={options}
    loading={loading}
    onSearch={search}
    onChange={(id) => onChange(id ?? undefined)}
  />
)
