import { ownerText } from '#client/features/transfers/owner-text.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import type { FeedTransfer } from '#shared/feed.ts'

/** The days that belong to the new owner, and the batch that can be undone separately. */
function Days({ date, until, batchId }: FeedTransfer) {
  const say = useWord()
  return (
    <span className="figures">
      {until === undefined ? date : say('feed.transferUntil', { date: date ?? '', until })}
      {batchId !== undefined && (
        <AppLink
          href={`/feed_batches/index?batch=${batchId}`}
          className="ml-2 text-accent underline-offset-2 hover:underline"
        >
          {say('feed.transferBatch', { batch: batchId })}
        </AppLink>
      )}
    </span>
  )
}

/** The machines that a feed transfers, by old and new owner; the largest groups. */
export function FeedTransfers({ transfers }: { transfers: readonly FeedTransfer[] }) {
  const say = useWord()
  const isLate = transfers.some(({ date }) => date !== undefined)
  return (
    <PlainTable
      label={say('batch.transfers')}
      columns={[
        { title: say('batch.transferFrom'), wrap: true },
        { title: say('batch.transferTo'), wrap: true },
        ...(isLate ? [{ title: say('batch.transferSince'), wrap: true }] : []),
        { title: say('feedScreen.devices'), figures: true },
      ]}
      rows={transfers.map((transfer, index) => ({
        key: String(index),
        cells: [
          ownerText(transfer.from),
          ownerText(transfer.to),
          ...(isLate ? [<Days key="days" {...transfer} />] : []),
          formatNumber(transfer.count),
        ],
      }))}
      empty={say('batch.noTransfers')}
    />
  )
}
