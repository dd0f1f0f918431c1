import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCustody } from '#client/features/devices/custody.tsx'
import type { Custody, NamedMachine } from '#client/features/devices/named-machines.ts'
import type { DecidedConflict } from '#client/features/feeds/conflict-story.tsx'
import type { CareTarget } from '#client/features/warnings/care-dialog.tsx'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import type { Opens } from '#client/ui/list/address-view.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { Need, NeedKind } from '#shared/today.ts'
import { nameOf } from './need-words.ts'

const CareDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/warnings/care-dialog.tsx'), screenWords.devices()]))[0].CareDialog,
)
const AcknowledgeDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/alerts/alert-dialogs.tsx'), screenWords.alerts()]))[0]
      .AcknowledgeDialog,
)
const ConflictDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/feeds/conflict-dialog.tsx'), screenWords.feeds()]))[0].ConflictDialog,
)
const FeedDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/devices/feed-dialog.tsx'), screenWords.feeds()]))[0].FeedDialog,
)
const RoleDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/users/role-dialog.tsx'), screenWords.users()]))[0].RoleDialog,
)

type OpenDialog =
  | { event: { id: number; rowVersion: number; name: string } }
  | { care: CareTarget }
  | { conflicts: readonly DecidedConflict[] }
  | { person: { id: number; name: string } }
  | 'feed'

const machinesOf = (needs: readonly Need[]) => [
  ...new Set(needs.flatMap(({ machines }) => machines.map(({ id }) => id))),
]

/** The conflict of a row, in the form that its dialog takes. */
const conflictOf = ({ id, name, site, state, machines: [machine] }: Need): DecidedConflict[] =>
  machine && state !== null ? [{ id, serial: name ?? machine.serial, deviceId: machine.id, state, site }] : []

/** The machines of the rows, by name. */
export const namedOf = (needs: readonly Need[]): NamedMachine[] =>
  needs.flatMap(({ machines, site }) => machines.map(({ serial }) => ({ serial, site })))

const wordOf = (kind: NeedKind): Word => `today.act.${kind}`

/** The rows' machines together, for a dialog about all of them. */
function custodyOf(needs: readonly Need[]) {
  const ids = machinesOf(needs)
  return { devices: { ids }, count: ids.length, machines: namedOf(needs) }
}

/** The dialog for rows of the first one's kind; null when its event has ended or its kind has no dialog. */
function dialogOf(first: Need, needs: readonly Need[]): OpenDialog | null {
  switch (first.kind) {
    case 'event':
      return first.event && { event: { id: first.id, rowVersion: first.event.rowVersion, name: nameOf(first, say) } }
    case 'conflict':
      return { conflicts: needs.flatMap(conflictOf) }
    case 'siteSilent':
      return 'feed'
    case 'warning':
      return { care: { action: 'acknowledge', ...custodyOf(needs), isNew: true } }
    case 'person':
      return { person: { id: first.id, name: first.name ?? '' } }
    default:
      return null
  }
}

/** On which kinds of rows this person may act. */
function useMayAct(): Record<NeedKind, boolean> {
  const mayManage = useMay('base_screen')
  const mayAttend = useMay('trace')
  const maySell = useMay('sale')
  return {
    event: mayAttend,
    conflict: mayManage,
    siteSilent: mayManage,
    warning: mayAttend,
    repairOut: maySell,
    repairWaiting: maySell,
    tanker: useMay('reception'),
    person: useMay('user'),
  }
}

/** The action of each kind of row: a dialog, or a link to the screen for it. `onDone` is called after a change. */
export function useNeedActions(onDone: () => void) {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const mayAct = useMayAct()
  const done = () => {
    setOpen(null)
    onDone()
    void utils.today.invalidate()
  }
  const custody = useCustody(done)

  /** Act on rows of one kind together; return false when there is no action but looking. */
  const act = (needs: readonly Need[]): boolean => {
    const [first] = needs
    if (!first || !mayAct[first.kind]) return false
    if (first.kind === 'tanker') navigate(...registrationOf(first))
    else if (first.kind === 'repairOut' || first.kind === 'repairWaiting')
      custody.start({ action: first.kind === 'repairOut' ? 'return' : 'send', ...custodyOf(needs) })
    else {
      const next = dialogOf(first, needs)
      if (next === null) return false
      setOpen(next)
    }
    return true
  }

  const dialog = (
    <>
      {custody.dialog}
      {open !== null && (
        <NeedDialog
          open={open}
          onClose={() => setOpen(null)}
          onDone={done}
          onReturn={(about) => {
            setOpen(null)
            custody.start(about)
          }}
        />
      )}
    </>
  )
  return { act, mayAct, mayDeal: Object.values(mayAct).some(Boolean), wordOf, custody, dialog, done }
}
type DialogProps = { open: OpenDialog; onClose: () => void; onDone: () => void; onReturn: (custody: Custody) => void }

/** The dialog for the chosen rows. */
function NeedDialog({ open, onClose, onDone, onReturn }: DialogProps) {
  if (open === 'feed') return <FeedDialog onClose={onClose} />
  if ('event' in open)
    return <AcknowledgeDialog alert={open.event} name={open.event.name} acknowledged {...{ onClose, onDone }} />
  if ('person' in open) return <RoleDialog person={open.person} {...{ onClose, onDone }} />
  if ('care' in open) return <CareDialog target={open.care} onClose={onClose} onDone={onDone} />
  return <ConflictDialog rows={open.conflicts} {...{ onClose, onDone, onReturn }} />
}
export type NeedActions = ReturnType<typeof useNeedActions>

/** The screen that registers a tanker: the list of its base, which opens the form. */
function registrationOf({ siteId, id }: Need): [path: string, options: { state: Opens }] {
  return [`/reception/index?company=${siteId ?? ''}`, { state: { open: 'register', id } }]
}

/** Whether rows of this kind can be selected for a joint action: only rows about machines. */
export const isSelectable = ({ kind, machines }: Need): boolean => machines.length > 0 && kind !== 'siteSilent'
