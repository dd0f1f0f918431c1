import { breathe } from '#server/giving-way.ts'
import type { DeviceState } from '#shared/devices.ts'
import {
  type FeedError,
  type FeedQuestion,
  type FeedResult,
  type FeedTransition,
  maxListedErrors,
  type SiteCoverage,
} from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { RefusedLine } from './parse-line.ts'
import type { PlannedRow } from './plan-line.ts'
import type { LinePlan } from './plan-lines.ts'

const textOf = ({ reason, values }: RefusedLine, language: Language): string =>
  word(language, `feed.reason.${reason}`, values)

/** Count the state changes, most frequent first. A new device has no state before. */
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

const errorsAtOnce = 2_000

/**
 * Return the first refused lines with their sentences, and let other requests run in between. A sentence without values
 * is created once.
 */
async function errorsOf(lines: readonly RefusedLine[], language: Language): Promise<FeedError[]> {
  const errors: FeedError[] = []
  const plain = new Map<string, string>()
  for (const [index, refused] of lines.slice(0, maxListedErrors).entries()) {
    if (index % errorsAtOnce === errorsAtOnce - 1) await breathe()
    const { line, serial, reason, values } = refused
    const text = (values ? undefined : plain.get(reason)) ?? textOf(refused, language)
    if (!values) plain.set(reason, text)
    errors.push({ line, serial, reason, text })
  }
  return errors
}

/** Sort by line only if needed: there can be a million lines, and they are usually in order. */
function byLine(refused: readonly RefusedLine[]): readonly RefusedLine[] {
  const isInOrder = refused.every(({ line }, index) => line >= (refused[index - 1]?.line ?? 0))
  return isInOrder ? refused : refused.toSorted((left, right) => left.line - right.line)
}

/**
 * Return the answer to a feed in the form of a dry run; applying adds the batch. Call this before new devices get their
 * ids.
 */
export async function feedResult(
  feed: ParsedFeed,
  plan: LinePlan,
  absent: { rows: readonly PlannedRow[]; coverage: readonly SiteCoverage[] },
  questions: FeedQuestion[],
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<FeedResult> {
  return {
    read: feed.read,
    ...plan.counts,
    businessDate: feed.businessDate,
    batchId: null,
    dryRun: true,
    transitions: countTransitions([...plan.rows, ...absent.rows]),
    coverage: [...absent.coverage],
    ignoredColumns: feed.ignoredColumns,
    ...(feed.headerLine === null ? {} : { headerLine: feed.headerLine }),
    ...(feed.localTimes === 0 ? {} : { localTimes: feed.localTimes, timeZone }),
    // If no line was readable, the contents of the feed are unknown.
    telemetry: feed.telemetry || feed.lines.length === 0,
    questions,
    errors: await errorsOf(byLine(plan.refused.lines), language),
    errorCount: plan.refused.length,
    ...(plan.refused.length > maxListedErrors ? { reasonCounts: plan.refused.counts } : {}),
  }
}
