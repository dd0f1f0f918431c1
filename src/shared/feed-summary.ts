import type { FeedError } from './feed.ts'
import { type Language, word } from './i18n/index.ts'

const waiting: readonly string[] = ['custodyReports', 'lostReports']
/** What a reason says before it names the value of its line. */
const general = (text: string): string => text.split(/[：:（(]/)[0]?.trim() ?? text

/** The errors of a feed in a few sentences, the most frequent reason first: "2 台设备被拒绝：序列号重复". */
export function summarizeErrors(errors: readonly FeedError[], language: Language): string[] {
  const groups = new Map<string, { reason: string; text: string; count: number }>()
  for (const { reason, text } of errors) {
    const known = groups.get(reason)
    if (known) known.count += 1
    else groups.set(reason, { reason, text: general(text), count: 1 })
  }
  return [...groups.values()]
    .sort((left, right) => right.count - left.count)
    .map(({ reason, text, count }) => word(language, waiting.includes(reason) ? 'feed.summary.conflict' : 'feed.summary.refused', { count, reason: text }))
}
