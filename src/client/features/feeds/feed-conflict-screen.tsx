import { useCallback, useMemo, useState } from 'react'
import { useCustody } from '#client/features/devices/custody.tsx'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { type ConflictDecision, type ConflictRow, ConflictFilters as Filters } from '#shared/feed-conflicts.ts'
import { type ConflictAction, possibleActions } from './conflict-actions.ts'
import { conflictColumns } from './conflict-columns.tsx'
import { ConflictFilters } from './conflict-filters.tsx'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

const address = listAddress(Filters)

/** Machines in custody that report hash rate: each waits here until a person has decided. */
export function FeedConflictScreen() {
  const say = useWord()
  const { timeZone } = useSession()
  const { view, change } = useAddressView(address)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [deciding, setDeciding] = useState<{ decision: ConflictDecision; rows: readonly ConflictRow[] } | null>(null)
  const utils = trpc.useUtils()
  const resolved = view.resolved === 'yes'
  const list = trpc.feeds.conflicts.useQuery({ ...view, resolved }, listQuery)
  const rows = list.data?.data
  // What is no longer on the page cannot be decided by mistake.
  const marked = useMemo(() => (rows ?? []).filter(({ id }) => chosen.includes(id)), [rows, chosen])
  const custody = useCustody(() => {
    setChosen([])
    void utils.feeds.invalidate()
  })
  const startCustody = custody.start
  const decide = useCallback(
    (action: ConflictAction, about: readonly ConflictRow[]) => {
      const ids = [...new Set(about.map(({ deviceId }) => deviceId))]
      if (action === 'return') startCustody({ action, devices: { ids }, count: ids.length })
      else setDeciding({ decision: action, rows: about })
    },
    [startCustody],
  )
  const columns = useMemo(
    () =>
      conflictColumns({
        timeZone,
        resolved,
        isChosen: (id) => chosen.includes(id),
        onChoose: (id, checked) => setChosen((before) => (checked ? [...before, id] : before.filter((one) => one !== id))),
        onDecide: decide,
      }),
    [timeZone, chosen, resolved, decide],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <header>
        <h1 className="text-lg font-semibold">{say('route.feedConflicts')}</h1>
        <p className="text-muted">{say('conflict.about')}</p>
      </header>
      <ConflictFilters view={view} onChange={(patch) => change({ ...patch, page: 1 })} />
      <ListCard<ConflictRow>
        caption={say('route.feedConflicts')}
        title={say(resolved ? 'conflict.decided' : 'conflict.waiting')}
        name="feedConflicts"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        actions={
          !resolved && (
            <span className="flex flex-wrap items-center gap-2">
              <span aria-live="polite" className="figures text-muted">
                {say('conflict.chosen', { count: marked.length })}
              </span>
              {possibleActions(marked).map((action) => (
                <Button key={action} size="sm" onClick={() => decide(action, marked)}>
                  {say(`conflict.decision.${action}`)}
                </Button>
              ))}
            </span>
          )
        }
        empty={<EmptyState title={say('conflict.none')} help={say('conflict.noneHint')} />}
      />
      {deciding && (
        <ConflictDialog
          {...deciding}
          onClose={(done) => {
            setDeciding(null)
            if (done) setChosen([])
          }}
        />
      )}
      {custody.dialog}
    </div>
  )
}
