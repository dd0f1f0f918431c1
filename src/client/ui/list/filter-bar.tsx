import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useClientChoices } from '#client/features/places/use-place-choices.ts'
import { sayTitle, useWord } from '#client/i18n.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { labelOf } from '#client/ui/form/form-words.ts'
import { Select } from '#client/ui/select.tsx'
import { choicesOf, kindOf } from '#shared/schema-facts.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import type { Choices } from './choices.ts'
import { type FilterChip, nameIn } from './filter-chips.tsx'
import { FilterFrame } from './filter-frame.tsx'
import { useTypedSearch } from './use-typed-search.ts'

/** Hooks that load the options from another list, by the name of the filter. */
export type Lookups = { readonly [name: string]: () => Choices }
type View = Record<string, unknown>
type Way = { replace: boolean }
export type FilterBarProps = {
  view: View
  // A method, because its parameter types then also accept a setter for only some filters.
  change(patch: View, way?: Way): void
  busy: boolean
}
type Props = FilterBarProps & { words: string; filters: z.ZodObject; lookups?: Lookups | undefined }

/**
 * The filters of a list from its schema: the first text is the search, the others are a text, a day, a choice of few, a
 * choice of many (`lookups`) or a checkbox. It skips names of any other kind, such as a sort order.
 */
export function FilterBar({ words, filters, lookups = {}, view, change, busy }: Props) {
  const names = Object.keys(filters.shape)
  const searched = names.find((name) => kindOf(filters.shape[name]) === 'text')
  const chosen = names.filter((name) => name !== searched && (lookups[name] || kindOf(filters.shape[name]) !== null))
  if (searched === undefined && chosen.length === 0) return null
  const apply = (name: string, value: unknown, way?: Way) => change({ [name]: value, page: 1 }, way)
  const partOf = (name: string): FilterProps => ({
    name,
    words,
    schema: filters.shape[name] as z.ZodType,
    useChoices: lookups[name] ?? (kindOf(filters.shape[name]) === 'client' ? useClientChoices : undefined),
    value: view[name],
    onChange: (value, way) => apply(name, value, way),
  })
  const chips = chosen.flatMap((name): FilterChip[] => {
    const value = view[name]
    if (value === undefined || value === false) return []
    return [
      { key: name, label: labelOf(words, name), value: chipText(partOf(name)), clear: () => apply(name, undefined) },
    ]
  })
  return (
    <FilterFrame
      search={
        searched === undefined
          ? undefined
          : {
              label: sayTitle(`${words}.search`),
              applied: view[searched] as string | undefined,
              onSearch: (text, way) => apply(searched, text, way),
            }
      }
      fields={chosen.length > 0 ? chosen.map((name) => <FilterField key={name} {...partOf(name)} />) : undefined}
      chips={chips}
      busy={busy}
      onClean={() =>
        change({
          ...Object.fromEntries(
            [...chosen, ...(searched === undefined ? [] : [searched])].map((name) => [name, undefined]),
          ),
          page: 1,
        })
      }
    />
  )
}

type FilterProps = {
  name: string
  words: string
  schema: z.ZodType
  useChoices: (() => Choices) | undefined
  value: unknown
  onChange: (value: unknown, way?: Way) => void
}

function chipText({ name, words, schema, useChoices, value }: FilterProps): ReactNode {
  if (useChoices) return <LookupName useChoices={useChoices} value={value} />
  const kind = kindOf(schema)
  return kind === 'choice' ? sayTitle(`${words}.${name}.${String(value)}`) : kind === 'mark' ? '' : String(value)
}

/** One filter beside the search. */
function FilterField({ name, words, schema, useChoices, value, onChange }: FilterProps) {
  const say = useWord()
  const label = labelOf(words, name)
  if (useChoices) return <Lookup label={label} useChoices={useChoices} value={value} onChange={onChange} />
  const kind = kindOf(schema)
  if (kind === 'mark') return <MarkFilter label={label} value={value === true} onChange={onChange} />
  const text = (value as string | undefined) ?? ''
  if (kind === 'day') return <DateField label={label} value={text} onChange={(day) => onChange(day || undefined)} />
  if (kind === 'text') return <TextFilter label={label} value={text} onChange={onChange} />
  return (
    <Select
      label={label}
      value={text || null}
      options={choicesOf(schema).map((choice) => ({ value: choice, label: sayTitle(`${words}.${name}.${choice}`) }))}
      emptyLabel={say('ui.unlimited')}
      onChange={(choice) => onChange(choice ?? undefined)}
    />
  )
}

type TextProps = { label: string; value: string; onChange: FilterProps['onChange'] }
/** A further text filter; it is applied a moment after the last key. */
const TextFilter = ({ label, value, onChange }: TextProps) => (
  <TextField label={label} autoComplete="off" {...useTypedSearch(value, onChange).field} />
)

type LookupProps = {
  label: string
  useChoices: () => Choices
  value: unknown
  onChange: (id: number | undefined) => void
}
const Lookup = ({ label, useChoices, value, onChange }: LookupProps) => (
  <ChoiceFilter label={label} choices={useChoices()} value={value as number | undefined} onChange={onChange} />
)
const LookupName = ({ useChoices, value }: Pick<LookupProps, 'useChoices' | 'value'>) =>
  nameIn(useChoices().options, value as number)

type MarkProps = { label: string; value: boolean; onChange: (value: true | undefined) => void }
/** A checkbox filter. */
export const MarkFilter = ({ label, value, onChange }: MarkProps) => (
  <label className="flex min-h-8 items-center gap-2 self-end">
    <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked || undefined)} />
    {label}
  </label>
)
