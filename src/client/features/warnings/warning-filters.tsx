import { useEffect, useState } from 'react'
import { countOfFilters, sameFilters, trimmedFilters, type ViewFilters } from '#client/features/devices/device-view.ts'
import { OwnerFields, SerialField } from '#client/features/devices/filter-fields.tsx'
import { FilterFrame } from '#client/ui/filter-frame.tsx'

type Props = { applied: ViewFilters; busy: boolean; onSearch: (filters: ViewFilters) => void }

/** Whose devices, where, of which type, which serial; counts after "search" or Enter. The state is chosen by the cards. */
export function WarningFilters({ applied, busy, onSearch }: Props) {
  const [draft, setDraft] = useState(applied)
  // Back, or a shared link, may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])
  return (
    <FilterFrame
      fields={
        <>
          <OwnerFields filters={draft} onChange={setDraft} />
          <SerialField filters={draft} onChange={setDraft} />
        </>
      }
      wide="grid grid-cols-3 xl:grid-cols-6"
      count={countOfFilters({ ...applied, state: undefined })}
      pending={!sameFilters(trimmedFilters(draft), applied)}
      busy={busy}
      onSearch={() => onSearch(trimmedFilters(draft))}
      onClean={() => onSearch({ state: applied.state })}
    />
  )
}
