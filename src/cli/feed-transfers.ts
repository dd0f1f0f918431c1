import type { FeedResult, FeedTransfer } from '#shared/feed.ts'
import { word } from '#shared/i18n/index.ts'
import { say as print, remark } from './output.ts'
import { ownerText } from './owner-text.ts'
import type { Terminal } from './settings.ts'

/** Return the days that belong to a new owner, and the batch that wrote it. */
function daysText({ date, until, batchId }: FeedTransfer, { language }: Terminal): string {
  const days =
    date === undefined
      ? []
      : [word(language, until === undefined ? 'feed.transferFrom' : 'feed.transferUntil', { date, until: until ?? '' })]
  if (batchId !== undefined) days.push(word(language, 'feed.transferBatch', { batch: batchId }))
  return days.join(word(language, 'feed.question.between'))
}

/** Print the transfers of a feed, each route once, and the batches that undo them. */
export function sayTransfers({ transfers = [], ownerBatches = [], batchId }: FeedResult, terminal: Terminal): void {
  const routes = new Map<string, { values: { from: string; to: string; count: number }; days: string[] }>()
  for (const transfer of transfers) {
    const [from, to] = [ownerText(transfer.from), ownerText(transfer.to)]
    const route = routes.get(`${from}\n${to}`) ?? { values: { from, to, count: 0 }, days: [] }
    route.values.count += transfer.count
    const days = daysText(transfer, terminal)
    if (days !== '') route.days.push(days)
    routes.set(`${from}\n${to}`, route)
  }
  for (const { values, days } of routes.values()) {
    print(terminal.say('cli.feed.transfer', values))
    for (const line of days) remark(line)
  }
  const [first] = ownerBatches
  if (first !== undefined)
    print(terminal.say('cli.feed.ownerBatches', { batches: ownerBatches.join(', '), batch: batchId ?? '-', first }))
}
