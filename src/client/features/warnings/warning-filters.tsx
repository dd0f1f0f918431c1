import { useEffect, useState } from 'react'
import { sameFilters, trimmedFilters, type ViewFilters } from '#client/features/devices/device-view.ts'
import { OwnerFields, SerialField } from '#client/features/devices/filter-fields.tsx'
import { SerialListDialog, SerialListNotice } from '#client/features/devices/serial-lists.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import type { CareFilters } from '#shared/devices.ts'

export type WarningView = Omit<ViewFilters, 'state'> & CareFilters

type Props = {
  applied: WarningView
  busy: boolean
  /** For the staff: what was said of the machines. */
  withCare: boolean
  onSearch: (filters: WarningView) => void
}

const none: WarningView = { acknowledged: undefined, assigneeId: undefined }
const careNames = ['acknowledged', 'assigneeId'] as const
const countOf = (filters: WarningView) => Object.values(filters).filter((value) => value !== undefined && value !== '').length

/** Whose devices, where, of which type, which serial, seen or not, by whom; counts after "search" or Enter. The state is chosen by the cards. */
export function WarningFilters({ applied, busy, withCare, onSearch }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(applied)
  const [pasted, setPasted] = useState<string | null>(null)
  const people = trpc.devices.assignees.useQuery(undefined, { enabled: withCare, meta: { silent: true } })
  // Back, or a shared link, may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])
  const { acknowledged, assigneeId, ...owners } = draft
  const set = (patch: WarningView) => setDraft({ ...draft, ...patch })
  const trimmed = (): WarningView => ({ ...draft, ...trimmedFilters(owners), acknowledged, assigneeId })
  const takeList = (serialList: string | undefined) => onSearch({ ...trimmed(), serial: undefined, serialList })
  return (
    <>
      <FilterFrame
        key={applied.serialList}
        fields={
          <>
            <OwnerFields filters={owners} onChange={set} />
            {withCare && (
              <>
                <Select
                  label={say('care.acknowledged')}
                  value={acknowledged === undefined ? null : acknowledged ? 'yes' : 'no'}
                  emptyLabel={say('fleet.unlimited')}
                  options={(['yes', 'no'] as const).map((value) => ({ value, label: say(`care.${value}`) }))}
                  onChange={(value) => set({ acknowledged: value === null ? undefined : value === 'yes' })}
                />
                <Select
                  label={say('care.assignee')}
                  value={assigneeId ?? null}
                  emptyLabel={say('fleet.unlimited')}
                  options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(id) => set({ assigneeId: id ?? undefined })}
                />
              </>
            )}
            <SerialField filters={owners} onChange={set} onList={setPasted} />
          </>
        }
        wide="grid grid-cols-4"
        buttonsWide={withCare ? undefined : 'col-start-4'}
        count={countOf(applied)}
        pending={!sameFilters(trimmedFilters(owners), applied) || careNames.some((name) => draft[name] !== applied[name])}
        busy={busy}
        onSearch={() => onSearch(trimmed())}
        onClean={() => onSearch(none)}
      />
      {applied.serialList !== undefined && (
        <SerialListNotice key={applied.serialList} serialList={applied.serialList} onChange={() => setPasted('')} onLeave={() => takeList(undefined)} />
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
