import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ownerText } from './owner-text.ts'

const size = 20

/** The machines that a batch transferred: the owners before and after, and the first day. */
export function BatchTransfers({ batchId }: { batchId: number }) {
  const say = useWord()
  const [page, setPage] = useState(1)
  const list = trpc.transfers.machines.useQuery({ batchId, page, size }, listQuery)
  if (list.error)
    return (
      <p role="alert" className="text-danger">
        {messageOf(list.error)}
      </p>
    )
  if (!list.data) return <Skeleton className="h-32 w-full" />
  return (
    <div className="grid grid-cols-1 gap-2">
      <PlainTable
        label={say('batch.transfers')}
        columns={[
          { title: say('device.column.serial') },
          { title: say('batch.transferFrom'), wrap: true },
          { title: say('batch.transferTo'), wrap: true },
          { title: say('batch.transferSince') },
        ]}
        rows={list.data.data.map(({ deviceId, serial, from, to, date, undone }) => ({
          key: String(deviceId),
          cells: [
            <AppLink
              key="serial"
              href={deviceDetailHref(deviceId)}
              className="font-mono text-accent underline-offset-2 hover:underline"
            >
              {serial}
            </AppLink>,
            ownerText(from),
            ownerText(to),
            <span key="since" className="figures">
              {date}
              {undone && <span className="ml-2 text-muted">{say('batch.undone')}</span>}
            </span>,
          ],
        }))}
        empty={say('batch.noTransfers')}
      />
      {list.data.totalCount > size && (
        <Pager
          label={say('batch.transfers')}
          page={page}
          size={size}
          total={list.data.totalCount}
          fixedSize
          onChange={setPage}
        />
      )}
    </div>
  )
}
