import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { formatInstant } from '#client/features/devices/instant.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import type { BatchRow } from '#shared/feed-batches.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import { BatchMark } from './batch-mark.tsx'
import { personOf } from './person.ts'
import { useAddress } from './use-address.ts'

const parts = ['batch'] as const
const counts = ['read', 'created', 'updated', 'unchanged', 'conflict', 'refused'] as const

/** All feeds that were applied: who, when, from what, what they did; undone from the detail. */
export function FeedBatchScreen() {
  const say = useWord()
  const { timeZone } = useSession()
  const { view, change } = useAddress(parts)
  const { page, size } = view
  const settings = useTableSettings('feedBatches')
  const list = trpc.feeds.batches.useQuery({ page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const chosen = /^[1-9]\d{0,9}$/.test(view.batch ?? '') ? Number(view.batch) : undefined
  const columns = useMemo(
    (): Column<BatchRow>[] => [
      {
        key: 'id',
        title: say('batch.number'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-2 text-sm! text-accent!"
            aria-label={say('batch.open', { batch: row.id })}
            onClick={() => change({ batch: String(row.id) })}
          >
            {row.id}
          </Button>
        ),
      },
      { key: 'time', title: say('batch.time'), cell: (row) => <span className="figures">{formatInstant(row.appliedAt, timeZone)}</span> },
      { key: 'date', title: say('batch.date'), cell: (row) => <span className="figures">{row.businessDate}</span> },
      { key: 'actor', title: say('batch.who'), cell: (row) => personOf(row.actor) ?? <span className="text-muted">-</span> },
      { key: 'file', title: say('batch.file'), cell: (row) => <span title={row.fileName ?? ''}>{row.fileName ?? say(`batch.source.${row.source}`)}</span> },
      ...counts.map((name): Column<BatchRow> => ({ key: name, title: say(`feedScreen.${name}`), align: 'end', cell: (row) => formatNumber(row[name]) })),
      { key: 'status', title: say('batch.status'), cell: (row) => <BatchMark row={row} /> },
    ],
    [say, change, timeZone],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.feedBatches')}</h1>
        <AsOfLine />
      </header>
      <Card title={say('batch.list')} padded={false} actions={<ListTools screen="feedBatches" settings={settings} columns={columns} />}>
        <DataTable<BatchRow>
          caption={say('batch.list')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={size}
          fetching={list.isPlaceholderData}
          error={list.error && !list.data ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          onOpen={(row) => change({ batch: String(row.id) })}
          settings={settings}
          empty={<EmptyState title={say('batch.none')} help={say('batch.noneHint')} />}
        />
        <div className="px-4 py-2">
          <Pager page={page} size={size} total={list.data?.totalCount} onChange={(next, nextSize) => change({ page: next, size: nextSize })} />
        </div>
      </Card>
      <BatchDrawer id={chosen} onClose={() => change({ batch: undefined })} />
    </div>
  )
}
