import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { AbsentTurned, FeedCoverage } from '#client/features/devices/feed-coverage.tsx'
import { FeedErrors } from '#client/features/devices/feed-errors.tsx'
import { FeedTransfers } from '#client/features/devices/feed-transfers.tsx'
import { FeedTransitions } from '#client/features/devices/feed-transitions.tsx'
import { BatchTransfers } from '#client/features/transfers/batch-transfers.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { useLastShown } from '#client/ui/use-last-shown.ts'
import { feedCounts } from '#shared/feed.ts'
import type { BatchDetail } from '#shared/feed-batches.ts'
import { appliedBy } from './applied-by.ts'
import { BatchMark } from './batch-mark.tsx'
import { mayUndo } from './may-undo.ts'

const UndoDialog = lazyPart(async () => (await import('./undo-dialog.tsx')).UndoDialog)

/** One applied feed: its effects by site and by line, and the button that undoes it. */
export function BatchDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const say = useWord()
  const batch = trpc.feeds.batch.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: 0, meta: { silent: true } },
  )
  const shown = useLastShown(id)
  const found = batch.data?.id === id ? batch.data : undefined
  return (
    <Drawer
      beside
      open={id !== undefined}
      onClose={onClose}
      title={say('batch.title', { batch: shown ?? '' })}
      className="max-w-2xl"
    >
      <div className="grid grid-cols-1 gap-4 p-4">
        {found && <Batch batch={found} />}
        {!found && batch.error && <QueryError query={batch} />}
        {!found && !batch.error && <Skeleton className="h-64 w-full" />}
      </div>
    </Drawer>
  )
}

/** The machines of a batch that none of its lines names; 0 = not known. */
const absentIn = ({ machines, created, updated, unchanged, conflict }: BatchDetail): number =>
  Math.max(0, (machines ?? 0) - created - updated - unchanged - conflict)

function Batch({ batch }: { batch: BatchDetail }) {
  const say = useWord()
  const { result } = batch
  const errors = {
    key: 'errors',
    label: `${say('feedScreen.errors')} ${formatNumber(result.errorCount)}`,
    content: <FeedErrors result={result} />,
  }
  const changes = {
    key: 'transitions',
    label: say('feedScreen.transitions'),
    content: <BatchTransitions batch={batch} />,
  }
  // The first tab is open: no problem is no news.
  const clean = result.errorCount === 0 && result.transitions.length > 0
  const transfers = { key: 'transfers', label: say('batch.transfers'), content: <BatchTransfers batchId={batch.id} /> }
  return (
    <>
      <BatchFacts batch={batch} />
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {feedCounts.map((name) => (
          <div key={name} className="rounded-md border border-line px-3 py-2">
            <dt className="text-muted">{say(`feedScreen.${name}`)}</dt>
            <dd className="figures text-lg font-semibold">{formatNumber(batch[name])}</dd>
          </div>
        ))}
      </dl>
      <AbsentTurned coverage={result.coverage} absent={absentIn(batch)} />
      <UndoBar batch={batch} />
      <Tabs
        items={[
          ...(batch.source === 'transfer' ? [transfers] : []),
          ...(clean ? [changes, errors] : [errors]),
          { key: 'coverage', label: say('feedScreen.coverage'), content: <FeedCoverage coverage={result.coverage} /> },
          ...(clean ? [] : [changes]),
          ...(batch.source === 'transfer'
            ? []
            : [
                {
                  ...transfers,
                  content: batch.restated ? <FeedTransfers transfers={result.transfers ?? []} /> : transfers.content,
                },
              ]),
        ]}
        panelClassName="max-h-96 overflow-auto"
      />
    </>
  )
}

/** The status, the time, the day, the file, and who may undo the batch. */
function BatchFacts({ batch }: { batch: BatchDetail }) {
  const say = useWord()
  const { timeZone } = useSession()
  const may = mayUndo(batch, say)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-muted">{say('batch.status')}</dt>
      <dd>
        <BatchMark row={batch} />
        {batch.undoneAt && (
          <span className="figures ml-2 text-muted">
            {[formatInstant(batch.undoneAt, timeZone), batch.undoneBy].filter(Boolean).join(' · ')}
          </span>
        )}
      </dd>
      <dt className="text-muted">{say('batch.time')}</dt>
      <dd className="figures">
        {[formatInstant(batch.appliedAt, timeZone), appliedBy(batch.actor)].filter(Boolean).join(' · ')}
      </dd>
      <dt className="text-muted">{say('batch.date')}</dt>
      <dd className="figures">{batch.businessDate}</dd>
      {batch.transfer && (
        <>
          <dt className="text-muted">{say('batch.reason')}</dt>
          <dd className="break-words">{batch.transfer.reason}</dd>
        </>
      )}
      {may && (
        <>
          <dt className="text-muted">{say('batch.mayUndo')}</dt>
          <dd>{may}</dd>
        </>
      )}
      <dt className="text-muted">{say('batch.file')}</dt>
      <dd className="break-all">{batch.fileName ?? say(`batch.source.${batch.source}`)}</dd>
    </dl>
  )
}

/** The changes of state; each number links to its machines in the device list. */
function BatchTransitions({ batch: { id, result } }: { batch: BatchDetail }) {
  const [, navigate] = useLocation()
  const machines = trpc.feeds.machines.useMutation({
    onSuccess: ({ serialList }) => navigate(rowsHref({ serialList })),
  })
  return (
    <FeedTransitions
      transitions={result.transitions}
      onOpen={({ from, to }) => machines.mutate({ id, from: from ?? undefined, to })}
    />
  )
}

/** The button that opens the undo, or the reason why nothing of the batch can be undone. */
function UndoBar({ batch }: { batch: BatchDetail }) {
  const say = useWord()
  const [asking, setAsking] = useState(false)
  if (batch.obstacle?.code === 'undone') return null
  if (batch.obstacle?.code === 'nothing') return <p className="text-muted">{batch.obstacle.text}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={<Undo2 aria-hidden className="size-4" />}
        disabled={batch.obstacle !== null}
        onClick={() => setAsking(true)}
      >
        {say(batch.machinesUndone > 0 ? 'batch.undoRest' : 'batch.undo')}
      </Button>
      {batch.obstacle && <p className="text-muted">{batch.obstacle.text}</p>}
      {asking && <UndoDialog batch={batch} onClose={() => setAsking(false)} />}
    </div>
  )
}
