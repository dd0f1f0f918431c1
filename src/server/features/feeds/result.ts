import type { DeviceState } from '#shared/devices.ts'
import type { FeedError, FeedQuestion, FeedResult, FeedTransition, SiteCoverage } from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { RefusedLine } from './parse-line.ts'
import type { LinePlan, PlannedRow } from './plan-lines.ts'

export const errorOf = ({ line, serial, reason, values }: RefusedLine, language: Language): FeedError => ({
  line,
  serial,
  reason,
  text: word(language, `feed.reason.${reason}`, values),
})

/** Counts which state changed to which; a new device comes from nothing. Most frequent first. */
export function countTransitions(rows: readonly PlannedRow[]): FeedTransition[] {
  const counts = new Map<string, FeedTransition>()
  for (const { before, dayBefore, dayState } of rows) {
    const from: DeviceState | null = before.id === 0 ? null : dayBefore
    if (from === dayState) continue
    const key = `${from}>${dayState}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { from, to: dayState, count: 1 })
  }
  return [...counts.values()].sort((left, right) => right.count - left.count)
}

/** The answer of a feed, as a rehearsal gives it; applying it adds the batch. Call it before new devices get their ids. */
export function feedResult(
  feed: ParsedFeed,
  plan: LinePlan,
  absent: { rows: readonly PlannedRow[]; coverage: readonly SiteCoverage[] },
  questions: FeedQuestion[],
  language: Language,
): FeedResult {
  const wrong = [...plan.refused].sort((left, right) => left.line - right.line)
  return {
    read: feed.read,
    ...plan.counts,
    businessDate: feed.businessDate,
    batchId: null,
    dryRun: true,
    transitions: countTransitions([...plan.rows, ...absent.rows]),
    coverage: [...absent.coverage],
    ignoredColumns: feed.ignoredColumns,
    telemetry: feed.telemetry,
    questions,
    errors: wrong.map((line) => errorOf(line, language)),
    errorCount: wrong.length,
  }
}
