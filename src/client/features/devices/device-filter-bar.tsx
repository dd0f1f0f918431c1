import { useEffect, useState } from 'react'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import { DeviceFilterFields } from './device-filters.tsx'
import { countOfFilters, sameFilters, trimmedFilters, type ViewFilters } from './device-view.ts'
import { SerialListDialog, SerialListNotice } from './serial-lists.tsx'

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
  const [pasted, setPasted] = useState<string | null>(null)
  const { serialList } = applied
  const takeList = (next: string | undefined) => onSearch({ ...trimmedFilters(draft), serial: undefined, serialList: next })
  return (
    <>
      <FilterFrame
        // The drawer of a narrow page closes with the list that it has found.
        key={serialList}
        fields={<DeviceFilterFields filters={draft} onChange={setDraft} onList={setPasted} />}
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
      {serialList !== undefined && (
        <SerialListNotice key={serialList} serialList={serialList} onChange={() => setPasted('')} onLeave={() => takeList(undefined)} />
      )}
      {pasted !== null && (
        <SerialListDialog
          start={pasted}
          onClose={() => setPasted(null)}
          onFound={(found) => {
            setPasted(null)
            takeList(found)
          }}
        />
      )}
    </>
  )
}
