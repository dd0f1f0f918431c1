import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { TextField } from '#client/ui/field.tsx'
import { chipOf, type FilterChip } from '#client/ui/list/filter-chips.tsx'
import { useTypedSearch } from '#client/ui/list/use-typed-search.ts'
import { FactFilters, type FilteredFact, filteredFacts } from '#shared/device-facts.ts'
import { isOwnerRole, roleOfLabel } from '#shared/permissions.ts'
import type { ViewFilters } from './device-view.ts'

type FactFieldsProps = { filters: ViewFilters; onChange: (filters: ViewFilters, way?: { replace: boolean }) => void }
type FactWord = Exclude<FilteredFact, 'tag'> | 'tags'

const columnOf = (name: FilteredFact): FactWord => (name === 'tag' ? 'tags' : name)

/** One fact as a text, which counts a moment after the last key where it can be one. */
function FactField({ name, filters, onChange }: FactFieldsProps & { name: FilteredFact }) {
  const say = useWord()
  const parse = (text: string | undefined) => FactFilters.shape[name].safeParse(text)
  const typed = useTypedSearch(filters[name], (text, way) => {
    if (parse(text).success) onChange({ ...filters, [name]: text }, way)
  })
  return (
    <TextField
      // A word under one of them leaves the others where they are.
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

/** The facts that the reader may ask for: tags are the staff's. */
export function useAskedFacts(): readonly FilteredFact[] {
  const role = roleOfLabel(useSession().nickName)
  return isOwnerRole(role) ? filteredFacts.filter((name) => name !== 'tag') : filteredFacts
}

/** Where machines stand, their firmware, their address and their tags. */
export const FactFields = (props: FactFieldsProps) =>
  useAskedFacts().map((name) => <FactField key={name} name={name} {...props} />)

export function useFactChips({ filters, onChange }: FactFieldsProps): FilterChip[] {
  const say = useWord()
  return filteredFacts.flatMap((name) =>
    chipOf(name, say(`device.column.${columnOf(name)}`), filters[name] || undefined, () =>
      onChange({ ...filters, [name]: undefined }),
    ),
  )
}
