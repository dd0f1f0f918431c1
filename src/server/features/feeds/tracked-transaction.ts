import type { KyselyPlugin, Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedProgress } from './feed-call.ts'
import type { PlannedRow } from './plan-line.ts'

/** @throws AppError CANCELLED */
export const stopIfCancelled = (progress: FeedProgress): void => {
  if (progress.cancelled()) throw new AppError('CANCELLED')
}

/** Number of statements that a feed of any size needs. */
const leastStatements = 15
/**
 * Estimate the number of statements that write the rows of a feed: two per thousand new machines, three per piece of
 * all rows (pieces.ts, plan-lines.ts).
 */
export function statementsFor(rows: readonly PlannedRow[], embedded: boolean): number {
  const created = rows.filter(({ before }) => before.id === 0).length
  return Math.ceil(leastStatements + (2 * created) / 1_000 + (3 * rows.length) / (embedded ? 8_000 : 25_000))
}

/** Call a check before each statement. */
class AskBefore implements KyselyPlugin {
  readonly #before: () => void
  constructor(before: () => void) {
    this.#before = before
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.#before()
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

export type Followed = {
  /** The same transaction, which throws before its next statement when the feed is cancelled, so that it rolls back. */
  trx: Transaction<Database>
  /** Start to report how many of about `expected` statements are done. Until then other steps report progress. */
  expect(expected: number): void
  /** Report that all statements are done. */
  end(): void
}

/**
 * Stop a transaction when its feed is cancelled. A check before each statement is enough because no statement takes
 * long.
 */
export function trackStatements(trx: Transaction<Database>, progress: FeedProgress): Followed {
  let statements = 0
  let expected = 0
  const report = () => {
    // Only `end` reports the last statement, because only its caller knows which one is the last.
    if (expected > 0) progress.report('applying', Math.min(statements, expected - 1), expected)
  }
  const before = () => {
    stopIfCancelled(progress)
    report()
    statements += 1
  }
  const expect = (most: number) => {
    stopIfCancelled(progress)
    expected = most
    report()
  }
  return {
    trx: trx.withPlugin(new AskBefore(before)),
    expect,
    end: () => progress.report('applying', expected, expected),
  }
}
