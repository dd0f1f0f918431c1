import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { TextField } from '#client/ui/field.tsx'
import { chipOf, type FilterChip } from '#client/ui/list/filter-chips.tsx'
import { useTypedSearch } from '#client/ui/list/use-typed-search.ts'
import { FactFilters, type FilteredFact, filteredFacts } from '#shared/device-facts.ts'
import { isOwnerRole, roleOfLabel } from '#shared/roles.ts'
import type { ViewFilters } from './device-view.ts'

type FactFieldsProps = { filters: ViewFilters; onChange: (filters: ViewFilters, way?: { replace: boolean }) => void }
type FactWord = Exclude<FilteredFact, 'tag'> | 'tags'

const columnOf = (name: FilteredFact): FactWord => (name === 'tag' ? 'tags' : name)

/** A text filter for one fact, applied a moment after the last key if the text is valid. */
function FactField({ name, filters, onChange }: FactFieldsProps & { name: FilteredFact }) {
  const say = useWord()
  const parse = (text: string | undefined) => FactFilters.shape[name].safeParse(text)
  const typed = useTypedSearch(filters[name], (text, way) => {
    if (parse(text).success) onChange({ ...filters, [name]: text }, way)
  })
  return (
    <TextField
      // An error below one of the fields must not move the others.
      className="lg:self-start"
      type="search"
      label={say(`device.column.${columnOf(name)}`)}
      placeholder={name === 'ip' ? '10.12.3' : name === 'firmware' ? say('fleet.beginsWith') : undefined}
      error={parse(typed.text).success ? null : say('fleet.ipPart')}
      autoComplete="off"
      spellCheck={false}
      {...typed.field}
    />
  )
}

/** Return the facts that the user may filter by: only staff may use tags. */
export function useFilterableFacts(): readonly FilteredFact[] {
  const role = roleOfLabel(useSession().nickName)
  return isOwnerRole(role) ? filteredFacts.filter((name) => name !== 'tag') : filteredFacts
}

/** The filters for the position, firmware, address and tags of machines. */
export const FactFields = (props: FactFieldsProps) =>
  useFilterableFacts().map((name) => <FactField key={name} name={name} {...props} />)

export function useFactChips({ filters, onChange }: FactFieldsProps): FilterChip[] {
  const say = useWord()
  return filteredFacts.flatMap((name) =>
    chipOf(name, say(`device.column.${columnOf(name)}`), filters[name] || undefined, () =>
      onChange({ ...filters, [name]: undefined }),
    ),
  )
}
