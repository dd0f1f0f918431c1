import { useEffect, useState } from 'react'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import { DeviceFilterFields } from './device-filters.tsx'
import { countOfFilters, sameFilters, trimmedFilters, type ViewFilters } from './device-view.ts'

type Props = {
  applied: ViewFilters
  /** Search; also called when nothing changed, to ask again. */
  onSearch: (filters: ViewFilters) => void
  busy: boolean
}

/** What is chosen here counts after "search" or Enter; "clean" resets and searches. */
export function DeviceFilterBar({ applied, onSearch, busy }: Props) {
  const [draft, setDraft] = useState(applied)
  // Back, a shared link or a card may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])
  return (
    <FilterFrame
      fields={<DeviceFilterFields filters={draft} onChange={setDraft} />}
      wide="grid grid-cols-4 xl:grid-cols-5"
      buttonsWide="col-span-full xl:col-span-2"
      count={countOfFilters(applied)}
      pending={!sameFilters(trimmedFilters(draft), applied)}
      busy={busy}
      onSearch={() => onSearch(trimmedFilters(draft))}
      onClean={() => {
        setDraft({})
        onSearch({})
      }}
    />
  )
}
