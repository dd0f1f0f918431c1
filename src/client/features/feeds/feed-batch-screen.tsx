import { useMemo } from 'react'
import { DatedHeading } from '#client/features/devices/as-of-line.tsx'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { orDash } from '#client/ui/list/columns.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { closeRow, openingRow } from '#client/ui/list/opened-row.ts'
import { OpenButton } from '#client/ui/open-button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { feedCounts } from '#shared/feed.ts'
import { BatchFilters, type BatchRow } from '#shared/feed-batches.ts'
import { appliedBy } from './applied-by.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import { BatchMark } from './batch-mark.tsx'
import { mayUndo } from './may-undo.ts'

const address = listAddress(BatchFilters)

type Options = { timeZone: string; onOpen: (batch: number) => void }

/** The columns of an applied feed: when, by whom, from which source, and its effects. */
const batchColumns = ({ timeZone, onOpen }: Options): Column<BatchRow>[] =>
  onPhone<BatchRow>(
    [
      {
        key: 'id',
        title: say('batch.number'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <OpenButton label={say('batch.open', { batch: row.id })} onOpen={() => onOpen(row.id)}>
            {row.id}
          </OpenButton>
        ),
      },
      {
        key: 'time',
        title: say('batch.time'),
        cell: (row) => <span className="figures">{formatInstant(row.appliedAt, timeZone)}</span>,
      },
      { key: 'date', title: say('batch.date'), cell: (row) => <span className="figures">{row.businessDate}</span> },
      { key: 'actor', title: say('batch.who'), cell: (row) => orDash(appliedBy(row.actor)) },
      {
        key: 'file',
        title: say('batch.file'),
        cell: (row) => <span title={row.fileName ?? ''}>{row.fileName ?? say(`batch.source.${row.source}`)}</span>,
      },
      ...feedCounts.map(
        (name): Column<BatchRow> => ({
          key: name,
          title: say(`feedScreen.${name}`),
          align: 'end',
          cell: (row) => formatNumber(row[name]),
        }),
      ),
      { key: 'status', title: say('batch.status'), cell: (row) => <BatchMark row={row} /> },
      { key: 'mayUndo', title: say('batch.mayUndo'), cell: (row) => orDash(mayUndo(row, say)) },
    ],
    { id: 'title', time: 'fact', actor: 'fact', file: 'fact', status: 'side' },
  )

/** All applied feeds: who, when, from which source, with which effects; the details offer the undo. */
export function FeedBatchScreen() {
  const { timeZone } = useSession()
  const { view, change } = useAddressView(address)
  const { page, size } = view
  const list = trpc.feeds.batches.useQuery({ page, size }, listQuery)
  const columns = useMemo(
    () => batchColumns({ timeZone, onOpen: (batch) => change({ batch }, openingRow('batch')) }),
    [change, timeZone],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <DatedHeading title={say('route.feedBatches')} />
      <ListCard<BatchRow>
        caption={say('batch.list')}
        headed
        name="feedBatches"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        onOpen={(row) => change({ batch: row.id }, openingRow('batch'))}
        current={view.batch}
        empty={<EmptyState title={say('batch.none')} help={say('batch.noneHint')} />}
      />
      <BatchDrawer id={view.batch} onClose={() => closeRow((way) => change({ batch: undefined }, way))} />
    </div>
  )
}
