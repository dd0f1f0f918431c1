import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCustody } from '#client/features/devices/custody.tsx'
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

type OpenDialog =
  | { event: { id: number; rowVersion: number; name: string } }
  | { care: CareTarget }
  | { conflicts: readonly { id: number; serial: string }[] }
  | 'feed'

const machinesOf = (needs: readonly Need[]) => [
  ...new Set(needs.flatMap(({ machines }) => machines.map(({ id }) => id))),
]

const wordOf = (kind: NeedKind): Word => `today.act.${kind}`

/** What the one button of each kind does: the dialog that deals with it, or the screen where that is done. `onDone` after something was changed. */
export function useNeedActions(onDone: () => void) {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const maySteer = useMay('base_screen')
  const mayAttend = useMay('trace')
  const done = () => {
    setOpen(null)
    onDone()
    void utils.today.invalidate()
  }
  const custody = useCustody(done)

  const mayAct: Record<NeedKind, boolean> = {
    event: mayAttend,
    conflict: maySteer,
    siteSilent: maySteer,
    warning: mayAttend,
    repairOut: useMay('sale'),
    repairWaiting: useMay('sale'),
    tanker: useMay('reception'),
    person: useMay('user'),
  }

  /** Deals with rows of one kind together; false = there is nothing to be done but to look. */
  const act = (needs: readonly Need[]): boolean => {
    const [first] = needs
    if (!first || !mayAct[first.kind]) return false
    const ids = machinesOf(needs)
    const devices = { ids }
    switch (first.kind) {
      case 'event':
        if (first.event === null) return false
        setOpen({ event: { id: first.id, rowVersion: first.event.rowVersion, name: nameOf(first, say) } })
        return true
      case 'conflict':
        // A machine that came back reports again; one that was lost is found. Everything else is in the open row.
        if (first.state === 'lost') setOpen({ conflicts: needs.map(({ id, name }) => ({ id, serial: name ?? '' })) })
        else custody.start({ action: 'return', devices, count: ids.length })
        return true
      case 'siteSilent':
        setOpen('feed')
        return true
      case 'warning':
        setOpen({ care: { action: 'acknowledge', devices, count: ids.length, isNew: true } })
        return true
      case 'repairOut':
      case 'repairWaiting':
        custody.start({ action: first.kind === 'repairOut' ? 'return' : 'send', devices, count: ids.length })
        return true
      case 'tanker':
        navigate(...registrationOf(first))
        return true
      case 'person':
        navigate(`/user/index?time=all&name=${encodeURIComponent(first.name ?? '')}`)
        return true
    }
  }

  const close = () => setOpen(null)
  const dialog = (
    <>
      {custody.dialog}
      {open === 'feed' && <FeedDialog onClose={close} />}
      {open !== null && open !== 'feed' && 'event' in open && (
        <AcknowledgeDialog alert={open.event} name={open.event.name} acknowledged onClose={close} onDone={done} />
      )}
      {open !== null && open !== 'feed' && 'care' in open && (
        <CareDialog target={open.care} onClose={close} onDone={done} />
      )}
      {open !== null && open !== 'feed' && 'conflicts' in open && (
        <ConflictDialog decision="found" rows={open.conflicts} onClose={(changed) => (changed ? done() : close())} />
      )}
    </>
  )
  return { act, mayAct, mayDeal: Object.values(mayAct).some(Boolean), wordOf, custody, dialog, done }
}
export type NeedActions = ReturnType<typeof useNeedActions>

/** Where a tanker is registered: on its base's list, which opens its form. */
function registrationOf({ siteId, id }: Need): [path: string, options: { state: Opens }] {
  return [`/reception/index?company=${siteId ?? ''}`, { state: { open: 'register', id } }]
}

/** Kinds whose rows can be dealt with together: those that are about machines. */
export const isSelectable = ({ kind, machines }: Need): boolean => machines.length > 0 && kind !== 'siteSilent'
