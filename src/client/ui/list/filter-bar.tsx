import type { z } from 'zod'
import { sayTitle, useWord } from '#client/i18n.ts'
import { labelOf } from '#client/ui/form/form-words.ts'
import { Select } from '#client/ui/select.tsx'
import { choicesOf, kindOf } from '#shared/schema-facts.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import type { Choices } from './choices.ts'
import { SearchForm } from './search-form.tsx'

/** Rows of another list to choose from, by the name of the filter. */
export type Lookups = { readonly [name: string]: () => Choices }
type View = Record<string, unknown>
export type FilterBarProps = { view: View; change: (patch: View) => void; busy: boolean }
type Props = FilterBarProps & { words: string; filters: z.ZodObject; lookups?: Lookups | undefined }

/**
 * The filters of a list as its schema has them: a text applies after "search" or Enter; a choice of few, one of many (`lookups`) and a
 * mark at once. Names without a kind that can be shown here, such as an order, are the business of others.
 */
export function FilterBar({ words, filters, lookups = {}, view, change, busy }: Props) {
  const say = useWord()
  const names = Object.keys(filters.shape)
  const kind = (name: string) => kindOf(filters.shape[name])
  const searched = names.find((name) => kind(name) === 'text')
  const apply = (name: string, value: unknown) => change({ [name]: value, page: 1 })
  if (searched === undefined) return null
  return (
    <SearchForm label={sayTitle(`${words}.search`)} applied={view[searched] as string | undefined} onSearch={(text) => apply(searched, text)} busy={busy}>
      {names.map((name) => {
        const useChoices = lookups[name]
        if (useChoices) return <Lookup key={name} label={labelOf(words, name)} useChoices={useChoices} value={view[name]} onChange={(id) => apply(name, id)} />
        if (kind(name) === 'choice')
          return (
            <Select
              key={name}
              label={labelOf(words, name)}
              className="w-36"
              value={(view[name] as string | undefined) ?? null}
              options={choicesOf(filters.shape[name]).map((value) => ({ value, label: sayTitle(`${words}.${name}.${value}`) }))}
              emptyLabel={say('ui.unlimited')}
              onChange={(value) => apply(name, value ?? undefined)}
            />
          )
        if (kind(name) !== 'mark') return null
        return (
          <label key={name} className="flex min-h-8 items-center gap-2">
            <input type="checkbox" checked={view[name] === true} onChange={(event) => apply(name, event.target.checked || undefined)} />
            {labelOf(words, name)}
          </label>
        )
      })}
    </SearchForm>
  )
}

type LookupProps = { label: string; useChoices: () => Choices; value: unknown; onChange: (id: number | undefined) => void }
const Lookup = ({ label, useChoices, value, onChange }: LookupProps) => (
  <ChoiceFilter label={label} choices={useChoices()} value={value as number | undefined} onChange={onChange} />
)
