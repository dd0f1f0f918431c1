import { ownerText } from '#client/features/transfers/owner-text.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import type { FeedTransfer } from '#shared/feed.ts'

/** The machines that a feed gives to somebody else, by where they come from and go to; the largest groups. */
export function FeedTransfers({ transfers }: { transfers: readonly FeedTransfer[] }) {
  const say = useWord()
  return (
    <PlainTable
      label={say('batch.transfers')}
      columns={[
        { title: say('batch.transferFrom'), wrap: true },
        { title: say('batch.transferTo'), wrap: true },
        { title: say('feedScreen.devices'), figures: true },
      ]}
      rows={transfers.map(({ from, to, count }, index) => ({ key: String(index), cells: [ownerText(from), ownerText(to), formatNumber(count)] }))}
      empty={say('batch.noTransfers')}
    />
  )
}
