import type { AddressView } from '#client/features/feeds/use-address.ts'
import { useWord } from '#client/i18n.ts'
import { SearchForm } from '#client/ui/search-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { classStates, classTypes } from '#shared/classes.ts'

export const classFilterNames = ['name', 'type', 'state'] as const
type Name = (typeof classFilterNames)[number]

/** Type and state apply at once, a name after "search" or Enter. */
export function ClassFilters({ view, onChange }: { view: AddressView<Name>; onChange: (patch: { [Key in Name]?: string | undefined }) => void }) {
  const say = useWord()
  return (
    <SearchForm label={say('class.search')} className="w-64" applied={view.name} onSearch={(name) => onChange({ name })}>
      <Select
        label={say('class.type')}
        className="w-36"
        value={classTypes.find((type) => type === view.type) ?? null}
        options={classTypes.map((type) => ({ value: type, label: say(`class.type.${type}`) }))}
        emptyLabel={say('ui.unlimited')}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
      <Select
        label={say('class.state')}
        className="w-36"
        value={classStates.find((state) => state === view.state) ?? null}
        options={classStates.map((state) => ({ value: state, label: say(`class.state.${state}`) }))}
        emptyLabel={say('ui.unlimited')}
        onChange={(state) => onChange({ state: state ?? undefined })}
      />
    </SearchForm>
  )
}
