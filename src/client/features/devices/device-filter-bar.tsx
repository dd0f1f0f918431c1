import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { filteredFacts } from '#shared/device-facts.ts'
import { DeviceFilterFields, useDeviceChips } from './device-filters.tsx'
import type { ViewFilters } from './device-view.ts'
import { FactFields } from './fact-filters.tsx'
import { serialInput } from './filter-fields.tsx'
import { SerialListParts } from './serial-list-parts.tsx'

type Props = {
  applied: ViewFilters
  /** Apply changed filters, or query again with the same ones. */
  onSearch: (filters: ViewFilters, way?: { replace: boolean }) => void
  busy: boolean
}

/** The filters of machines; each choice applies at once, and so does a pasted list of serials. */
export function DeviceFilterBar({ applied, onSearch, busy }: Props) {
  const say = useWord()
  const [pasted, setPasted] = useState<string | null>(null)
  const { serialList } = applied
  const chips = useDeviceChips({ filters: applied, onChange: onSearch })
  const takeList = (next: string | undefined) => onSearch({ ...applied, serial: undefined, serialList: next })
  return (
    <>
      <FilterFrame
        // Remount for another list of serials, which also closes the drawer of a narrow page.
        key={serialList}
        search={{
          label: say('device.column.serial'),
          applied: applied.serial,
          onSearch: (serial, way) => onSearch({ ...applied, serial }, way),
          input: serialInput(setPasted),
        }}
        fields={<DeviceFilterFields filters={applied} onChange={onSearch} />}
        more={{
          fields: <FactFields filters={applied} onChange={onSearch} />,
          set: filteredFacts.filter((name) => applied[name]).length,
        }}
        chips={chips}
        busy={busy}
        searchButton
        onRefetch={() => onSearch(applied)}
        onClean={() => onSearch({})}
      />
      <SerialListParts serialList={serialList} pasted={pasted} setPasted={setPasted} onApply={takeList} />
    </>
  )
}
