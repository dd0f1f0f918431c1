import type { z } from 'zod'
import { sayTitle, useWord } from '#client/i18n.ts'
import { labelOf } from '#client/ui/form/form-words.ts'
import { Select } from '#client/ui/select.tsx'
import { choicesOf, kindOf } from '#shared/schema-facts.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import type { Choices } from './choices.ts'
import { type FilterChip, nameIn } from './filter-chips.tsx'
import { FilterFrame } from './filter-frame.tsx'

/** Rows of another list to choose from, by the name of the filter. */
export type Lookups = { readonly [name: string]: () => Choices }
type View = Record<string, unknown>
export type FilterBarProps = { view: View; change: (patch: View, way?: { replace: boolean }) => void; busy: boolean }
type Props = FilterBarProps & { words: string; filters: z.ZodObject; lookups?: Lookups | undefined }

/**
 * The filters of a list as its schema has them: a text, a choice of few, one of many (`lookups`) and a mark. Names without a kind that can
 * be shown here, such as an order, are the business of others.
 */
export function FilterBar({ words, filters, lookups = {}, view, change, busy }: Props) {
  const say = useWord()
  const names = Object.keys(filters.shape)
  const kind = (name: string) => kindOf(filters.shape[name])
  const searched = names.find((name) => kind(name) === 'text')
  const chosen = names.filter(
    (name) => name !== searched && (lookups[name] || kind(name) === 'choice' || kind(name) === 'mark'),
  )
  if (searched === undefined && chosen.length === 0) return null
  const apply = (name: string, value: unknown, way?: { replace: boolean }) => change({ [name]: value, page: 1 }, way)
  const saidOf = (name: string, value: unknown) => {
    const useChoices = lookups[name]
    if (useChoices) return <LookupName useChoices={useChoices} value={value} />
    return kind(name) === 'choice' ? sayTitle(`${words}.${name}.${String(value)}`) : ''
  }
  const chips = chosen.flatMap((name): FilterChip[] => {
    const value = view[name]
    if (value === undefined || value === false) return []
    return [{ key: name, label: labelOf(words, name), value: saidOf(name, value), clear: () => apply(name, undefined) }]
  })
  const fields = chosen.map((name) => {
    const useChoices = lookups[name]
    if (useChoices)
      return (
        <Lookup
          key={name}
          label={labelOf(words, name)}
          useChoices={useChoices}
          value={view[name]}
          onChange={(id) => apply(name, id)}
        />
      )
    if (kind(name) === 'choice')
      return (
        <Select
          key={name}
          label={labelOf(words, name)}
          value={(view[name] as string | undefined) ?? null}
          options={choicesOf(filters.shape[name]).map((value) => ({
            value,
            label: sayTitle(`${words}.${name}.${value}`),
          }))}
          emptyLabel={say('ui.unlimited')}
          onChange={(value) => apply(name, value ?? undefined)}
        />
      )
    return (
      <MarkFilter
        key={name}
        label={labelOf(words, name)}
        value={view[name] === true}
        onChange={(value) => apply(name, value)}
      />
    )
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
      fields={fields.length > 0 ? fields : undefined}
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
/** A filter that is set or not. */
export const MarkFilter = ({ label, value, onChange }: MarkProps) => (
  <label className="flex min-h-8 items-center gap-2">
    <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked || undefined)} />
    {label}
  </label>
)
