import { useState } from 'react'
import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { OwnerFields, serialInput, useOwnerChips } from '#client/features/devices/filter-fields.tsx'
import { SerialListParts } from '#client/features/devices/serial-list-parts.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import type { CareFilters } from '#shared/devices.ts'

export type WarningView = Omit<ViewFilters, 'state'> & CareFilters

type Props = {
  applied: WarningView
  busy: boolean
  /** For the staff: include the filters for acknowledgements and assignees. */
  withCare: boolean
  /** Apply other filters, or the same ones to reload the list. */
  onSearch: (filters: WarningView, way?: { replace: boolean }) => void
}

const none: WarningView = {
  ...{
    clientId: undefined,
    accountId: undefined,
    siteId: undefined,
    type: undefined,
    serial: undefined,
    serialList: undefined,
  },
  ...{ acknowledged: undefined, assigneeId: undefined },
}

/** Filters for owner, place, type, serial, acknowledgement and assignee. The state is chosen by the cards. */
export function WarningFilters({ applied, busy, withCare, onSearch }: Props) {
  const say = useWord()
  const [pasted, setPasted] = useState<string | null>(null)
  const { acknowledged: _, assigneeId: _assignee, ...owners } = applied
  const set = (patch: WarningView, way?: { replace: boolean }) => onSearch({ ...applied, ...patch }, way)
  const takeList = (serialList: string | undefined) => set({ serial: undefined, serialList })
  const assignees = useAssignees(withCare)
  const chips = [...useOwnerChips({ filters: owners, onChange: set }), ...useCareChips(applied, assignees, set)]
  return (
    <>
      <FilterFrame
        key={applied.serialList}
        search={{
          label: say('device.column.serial'),
          applied: applied.serial,
          onSearch: (serial, way) => set({ serial }, way),
          input: serialInput(setPasted),
        }}
        fields={
          <>
            <OwnerFields filters={owners} onChange={set} />
            {withCare && <CareFields applied={applied} assignees={assignees} onChange={set} />}
          </>
        }
        chips={chips}
        busy={busy}
        onRefetch={() => onSearch(applied)}
        onClean={() => onSearch(none)}
      />
      <SerialListParts serialList={applied.serialList} pasted={pasted} setPasted={setPasted} onApply={takeList} />
    </>
  )
}

type Assignees = ReturnType<typeof useAssignees>
type CareProps = { applied: WarningView; assignees: Assignees; onChange: (patch: WarningView) => void }

/** The people who can be assigned to a machine, as choices. */
function useAssignees(enabled: boolean) {
  const people = trpc.devices.assignees.useQuery(undefined, { enabled, meta: { silent: true } })
  return (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** The filter for acknowledgements as the value of its choice. */
const yesOrNo = ({ acknowledged }: WarningView) => (acknowledged === undefined ? null : acknowledged ? 'yes' : 'no')

/** The chips of the filters for acknowledgements and assignees. */
function useCareChips(applied: WarningView, assignees: Assignees, onChange: CareProps['onChange']) {
  const say = useWord()
  const { assigneeId } = applied
  const seen = yesOrNo(applied)
  const assignee =
    assigneeId === undefined
      ? undefined
      : (assignees.find(({ value }) => value === assigneeId)?.label ?? `#${assigneeId}`)
  return [
    ...chipOf('acknowledged', say('care.acknowledged'), seen && say(`care.${seen}`), () =>
      onChange({ acknowledged: undefined }),
    ),
    ...chipOf('assigneeId', say('care.assignee'), assignee, () => onChange({ assigneeId: undefined })),
  ]
}

/** The filters for acknowledgements and assignees. */
function CareFields({ applied, assignees, onChange }: CareProps) {
  const say = useWord()
  return (
    <>
      <Select
        label={say('care.acknowledged')}
        value={yesOrNo(applied)}
        emptyLabel={say('fleet.unlimited')}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: say(`care.${value}`) }))}
        onChange={(value) => onChange({ acknowledged: value === null ? undefined : value === 'yes' })}
      />
      <Select
        label={say('care.assignee')}
        value={applied.assigneeId ?? null}
        emptyLabel={say('fleet.unlimited')}
        options={assignees}
        onChange={(id) => onChange({ assigneeId: id ?? undefined })}
      />
    </>
  )
}
