import { breathe } from '#server/giving-way.ts'
import { type Conflict, type PlanInput, type PlannedRow, planLine } from './plan-line.ts'
import { batchLines } from './raw-line.ts'
import { addRefused, type ListedLines } from './refused-lines.ts'

export type LineCounts = { created: number; updated: number; unchanged: number; conflict: number; refused: number }

export type LinePlan = {
  rows: PlannedRow[]
  conflicts: Conflict[]
  refused: ListedLines
  counts: LineCounts
  /** Normalized serials. */
  refusedSerials: ReadonlySet<string>
}

/**
 * Receive the planned rows, a piece at a time and the rest at the end.
 * @returns the rows to keep in their place; undefined = the same rows
 */
export type OnPlanned = (rows: readonly PlannedRow[]) => readonly PlannedRow[] | undefined
/** `rowsATime`: the number of rows of a piece. */
export type PlanWatch = { stopIfCancelled: () => void; onPlanned: OnPlanned; rowsATime: number }
/**
 * The rows of so small a piece are released as young objects. Of pieces of 20,000 rows most became old ones, and
 * collecting these was a quarter of the processor time of a large feed.
 */
export const youngRows = 2_500
const unwatched: PlanWatch = { stopIfCancelled: () => undefined, onPlanned: () => undefined, rowsATime: youngRows }
/** The first piece is small, so that the database can start early. */
const firstRows = 5_000

/**
 * Plan each line by `transition()` and write nothing. Every line ends in exactly one of the five counts. The lines are
 * removed from the feed: each of up to a million is released once it is planned.
 */
export async function planLines(
  input: PlanInput,
  { stopIfCancelled, onPlanned, rowsATime }: PlanWatch = unwatched,
): Promise<LinePlan> {
  const { feed } = input
  const plan: LinePlan = {
    rows: [],
    conflicts: [],
    refused: feed.refused.listedFor(input.fleet),
    refusedSerials: feed.refused.keys,
    counts: { created: 0, updated: 0, unchanged: 0, conflict: 0, refused: feed.refused.length },
  }
  const refuse = addRefused(plan.refused)
  let handed = 0
  const hand = () => {
    const held = onPlanned(plan.rows.slice(handed))
    if (held) plan.rows.splice(handed, held.length, ...held)
    handed = plan.rows.length
  }
  let index = -1
  for (const line of feed.lines.take()) {
    index += 1
    if (index % batchLines === batchLines - 1) {
      await breathe()
      stopIfCancelled()
      if (plan.rows.length - handed >= (handed === 0 ? Math.min(firstRows, rowsATime) : rowsATime)) hand()
    }
    const outcome = planLine(input, line)
    plan.counts[outcome.kind] += 1
    if (outcome.kind === 'refused' || outcome.kind === 'conflict') {
      const value = outcome.kind === 'refused' ? outcome.value : ''
      refuse({ line: line.line, serial: line.serial, reason: outcome.reason, values: { value } })
    }
    if (outcome.kind === 'refused') feed.refused.name(line.key)
    else {
      outcome.row.kind = outcome.kind
      plan.rows.push(outcome.row)
    }
    if (outcome.kind === 'conflict') plan.conflicts.push({ device: outcome.row.before, reason: outcome.reason, line })
  }
  hand()
  return plan
}
