import { useCallback, useState } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import type { DeviceState } from '#shared/devices.ts'
import { isTelemetryState } from '#shared/transitions.ts'
import type { Custody, CustodyAction, NamedMachine } from './named-machines.ts'

export type { CustodyAction } from './named-machines.ts'

const RepairDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/repairs/repair-dialog.tsx'), screenWords.repairs()]))[0].RepairDialog,
)
const TransferDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/transfers/transfer-dialog.tsx'), screenWords.transfers()]))[0]
      .TransferDialog,
)
const CustodyDialog = lazyPart(
  async () => (await Promise.all([import('./custody-dialog.tsx'), screenWords.custodyMarks()]))[0].CustodyDialog,
)

/** Return the actions that a machine's state allows; the server decides. Scrapping has its own button. */
export const custodyActions = (state: DeviceState): CustodyAction[] => {
  if (state === 'scrap') return []
  if (state === 'lost') return ['found', 'transfer']
  return [
    ...(isTelemetryState(state) || state === 'repaired' ? (['send'] as const) : (['return'] as const)),
    'transfer',
    'lost',
  ]
}

/** Split the actions: frequent ones have their own buttons, "lost" is in a menu. */
export const byFrequency = (actions: readonly CustodyAction[]) => ({
  frequent: actions.filter((action) => action !== 'lost'),
  rare: actions.filter((action) => action === 'lost'),
})

/** Open the dialog of an action, for a single machine by `startOne`; `onDone` is called after a change. */
export function useCustody(onDone: () => void) {
  const [open, setOpen] = useState<Custody | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const done = useCallback(() => {
    setOpen(null)
    onDone()
  }, [onDone])
  const startOne = useCallback(
    (action: CustodyAction, machine: NamedMachine & { id: number }) =>
      setOpen({ action, devices: { ids: [machine.id] }, count: 1, machines: [machine] }),
    [],
  )
  const dialog =
    open &&
    (open.action === 'transfer' ? (
      <TransferDialog {...open} onClose={close} onDone={done} />
    ) : open.action === 'send' || open.action === 'return' ? (
      <RepairDialog
        start={{
          type: open.action === 'send' ? '送修' : '送回',
          selection: open,
          about: open.about,
        }}
        onClose={close}
        onDone={done}
      />
    ) : (
      <CustodyDialog mark={open.action} {...open} onClose={close} onDone={done} />
    ))
  return { start: setOpen, startOne, dialog }
}
