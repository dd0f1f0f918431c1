import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import type { Column } from '#client/ui/list/table.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type ConflictDecision, type ConflictRow, conflictDecisions, ConflictFilters as Filters } from '#shared/feed-conflicts.ts'
import { ConflictFilters } from './conflict-filters.tsx'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

const address = listAddress(Filters)

/** Machines in custody that report hash rate: each waits here until a person has decided. */
export function FeedConflictScreen() {
  const say = useWord()
  const { timeZone } = useSession()
  const { view, change } = useAddressView(address)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [deciding, setDeciding] = useState<ConflictDecision | null>(null)
  const resolved = view.resolved === 'yes'
  const list = trpc.feeds.conflicts.useQuery({ ...view, resolved }, listQuery)
  const rows = list.data?.data
  // What is no longer on the page cannot be decided by mistake.
  const marked = useMemo(() => (rows ?? []).filter(({ id }) => chosen.includes(id)), [rows, chosen])
  const columns = useMemo((): Column<ConflictRow>[] => {
    const time = (iso: string | null) => <span className="figures">{iso === null ? '-' : formatInstant(iso, timeZone, 'short')}</span>
    const box: Column<ConflictRow> = {
      key: 'choose',
      title: say('conflict.choose'),
      fixed: true,
      cell: ({ id, serial }) => (
        <RowCheck
          label={say('conflict.chooseOne', { serial })}
          checked={chosen.includes(id)}
          onChange={(checked) => setChosen((before) => (checked ? [...before, id] : before.filter((one) => one !== id)))}
        />
      ),
    }
    return [
      ...(resolved ? [] : [box]),
      { key: 'serial', title: say('feedScreen.serial'), fixed: true, cell: (row) => <Serial text={row.serial} /> },
      { key: 'state', title: say('conflict.state'), cell: (row) => <StateTag state={row.state} /> },
      {
        key: 'reason',
        title: say('feedScreen.reason'),
        cell: (row) => <span className="block min-w-72 whitespace-normal">{say(`feed.reason.${row.reason}`)}</span>,
      },
      {
        key: 'hashRate',
        title: say('conflict.hashRate'),
        align: 'end',
        cell: ({ telemetry }) => (telemetry.hashRate === null ? '-' : `${telemetry.hashRate} TH/s`),
      },
      { key: 'reported', title: say('conflict.reported'), cell: (row) => time(row.telemetry.reportedAt ?? row.createdAt) },
      { key: 'site', title: say('feedScreen.site'), cell: (row) => row.site ?? '-' },
      { key: 'client', title: say('conflict.client'), cell: (row) => row.client ?? '-' },
      { key: 'batch', title: say('batch.number'), align: 'end', cell: (row) => row.batchId },
      ...(resolved
        ? [
            { key: 'resolvedAt', title: say('conflict.resolvedAt'), cell: (row: ConflictRow) => time(row.resolvedAt) },
            { key: 'resolvedBy', title: say('conflict.resolvedBy'), cell: (row: ConflictRow) => row.resolvedBy ?? '-' },
          ]
        : []),
    ]
  }, [say, timeZone, chosen, resolved])
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
              {conflictDecisions.map((decision) => (
                <Button key={decision} size="sm" disabled={marked.length === 0} onClick={() => setDeciding(decision)}>
                  {say(`conflict.decision.${decision}`)}
                </Button>
              ))}
            </span>
          )
        }
        empty={<EmptyState title={say('conflict.none')} help={say('conflict.noneHint')} />}
      />
      {deciding && (
        <ConflictDialog
          decision={deciding}
          rows={marked}
          onClose={(done) => {
            setDeciding(null)
            if (done) setChosen([])
          }}
        />
      )}
    </div>
  )
}
