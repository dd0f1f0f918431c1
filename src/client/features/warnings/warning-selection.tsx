import { useState } from 'react'
import { type CustodyAction, useCustody } from '#client/features/devices/custody.tsx'
import { machineSelection } from '#client/features/devices/selection-bar.tsx'
import { knownOf, type Selected } from '#client/features/devices/use-selected.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import type { WarningRow } from '#shared/device-detail.ts'
import type { CareAction, CareTarget } from './care-dialog.tsx'

const CareDialog = lazyPart(async () => (await import('./care-dialog.tsx')).CareDialog)

/** The custody actions that are possible for a machine in trouble. */
const custodyActions: readonly CustodyAction[] = ['send', 'lost', 'scrap']
const careActions: readonly CareAction[] = ['acknowledge', 'withdraw', 'assign', 'note']
const careWords = {
  acknowledge: 'care.acknowledge',
  withdraw: 'care.withdraw',
  assign: 'care.assign',
  note: 'care.noteIt',
} as const

type Chosen = {
  selected: Selected
  rows: readonly WarningRow[]
  total: number | undefined
  /** The filter of the list: none of its rows is acknowledged. */
  allNew: boolean
}

/** The selected machines in trouble and their actions; `dialog` is rendered beside the list. */
export function useWarningSelection({ selected, rows, total, allNew }: Chosen) {
  const say = useWord()
  const mayManage = useMay('base_screen')
  const [caring, setCaring] = useState<CareTarget | null>(null)
  const custody = useCustody(selected.clear)
  const { devices, count } = selected
  const acknowledge = (row: WarningRow) =>
    setCaring({
      action: 'acknowledge',
      devices: { ids: [row.id] },
      count: 1,
      machines: [row],
      isNew: !row.care?.acknowledged,
    })
  const known = knownOf(selected, rows)
  const close = () => setCaring(null)
  const care = (action: CareAction) => {
    if (!devices) return
    // For a single machine the dialog shows its present note and assignee.
    const [only] = count === 1 ? known : []
    const isNew = known.length === count && known.every(({ care }) => !care?.acknowledged)
    setCaring({
      action,
      devices,
      count,
      machines: known,
      isNew,
      note: only?.care?.note ?? null,
      assigneeId: only?.care?.assignee?.id ?? null,
    })
  }
  // Machines on other pages may be acknowledged.
  const mayWithdraw = !allNew && (known.length < count || known.some(({ care }) => care?.acknowledged))
  const selection = machineSelection<WarningRow>({
    selected,
    total,
    actions: mayManage ? custodyActions : [],
    onAction: (action) => devices && custody.start({ action, devices, count, machines: known }),
    children: careActions
      .filter((action) => action !== 'withdraw' || mayWithdraw)
      .map((action) => (
        <Button key={action} size="sm" onClick={() => care(action)}>
          {say(careWords[action])}
        </Button>
      )),
  })
  const dialog = (
    <>
      {custody.dialog}
      {caring && (
        <CareDialog
          target={caring}
          onClose={close}
          onDone={() => {
            close()
            selected.clear()
          }}
        />
      )}
    </>
  )
  return { selection, dialog, acknowledge }
}
