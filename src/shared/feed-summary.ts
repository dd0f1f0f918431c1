import { countReasons, type FeedResult } from './feed.ts'
import type { FeedReason } from './feed-reasons.ts'
import type { Values, Word } from './i18n/index.ts'

/** Translates a text key; the product has more texts than the browser loads. */
type Say = (key: Word, values: Values) => string

const waiting: readonly FeedReason[] = ['custodyReports', 'lostReports']
/** Placeholder for the value of a line, which differs from line to line. */
const any = '…'
/** Return the text of a reason before the value of a line. */
function general(reason: FeedReason, say: Say): string {
  const text = say(`feed.reason.${reason}`, { value: any, limit: any })
  return text.split(/[：:（(]/)[0]?.trim() ?? text
}

/**
 * Summarize all errors of a feed in a few sentences, the most frequent reason first: "2 行被拒绝：序列号重复". Older feeds stored
 * only the first errors, and the count of each reason.
 */
export function summarizeErrors(
  { errors, reasonCounts }: Pick<FeedResult, 'errors' | 'reasonCounts'>,
  say: Say,
): string[] {
  // Two reasons may begin with the same text: one serial twice, and twice in different letter case.
  const groups = new Map<string, { waits: boolean; count: number }>()
  for (const [reason, count] of Object.entries(reasonCounts ?? countReasons(errors)) as [FeedReason, number][]) {
    const text = general(reason, say)
    groups.set(text, { waits: waiting.includes(reason), count: count + (groups.get(text)?.count ?? 0) })
  }
  return [...groups]
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([reason, { waits, count }]) =>
      say(waits ? 'feed.summary.conflict' : 'feed.summary.refused', { count, reason }),
    )
}

/**
 * A feed with at most this number of lines, all readable, was typed or picked: missing machines are no sign of a
 * damaged file.
 */
const handful = 20

/**
 * Return a note about sites of which fewer than half of the machines reported; null = there is none. `caution` = the
 * file may be incomplete.
 */
export function coverageNote({
  read,
  refused,
  coverage,
}: FeedResult): { word: 'feed.lowCoverage' | 'feed.fewLines'; caution: boolean; sites: string[] } | null {
  const thin = coverage.filter((site) => site.thin === true)
  if (thin.length === 0) return null
  const caution = read > handful || refused > 0 || thin.some(({ absentOffline }) => absentOffline > 0)
  return { word: caution ? 'feed.lowCoverage' : 'feed.fewLines', caution, sites: thin.map(({ site }) => site) }
}
