import type { KyselyPlugin, Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedProgress } from './feed-call.ts'
import type { PlannedRow } from './plan-line.ts'

/** @throws AppError CANCELLED */
export const stopIfCancelled = (progress: FeedProgress): void => {
  if (progress.cancelled()) throw new AppError('CANCELLED')
}

/** Statements that a feed of any size needs. */
const leastStatements = 15
/** About how many statements the rows of a feed take to write: two for a thousand new machines, three for each piece of all (pieces.ts, plan-lines.ts). */
export function statementsFor(rows: readonly PlannedRow[], embedded: boolean): number {
  const created = rows.filter(({ before }) => before.id === 0).length
  return Math.ceil(leastStatements + (2 * created) / 1_000 + (3 * rows.length) / (embedded ? 8_000 : 25_000))
}

/** Asks before each statement whether the feed is still wanted. */
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
  /** The same transaction, which asks before each of its statements whether the feed is still wanted: it takes back what it wrote. */
  trx: Transaction<Database>
  /** From now on tells how many of about `expected` statements are through, with those that are already; until then others tell of progress. */
  tell(expected: number): void
  /** Tells that all are through. */
  end(): void
}

/** Gives everything up when the feed was cancelled; no statement takes long. */
export function followed(trx: Transaction<Database>, progress: FeedProgress): Followed {
  let statements = 0
  let expected = 0
  const report = () => {
    // The last one is told by anyone who knows that it was.
    if (expected > 0) progress.report('applying', Math.min(statements, expected - 1), expected)
  }
  const before = () => {
    stopIfCancelled(progress)
    report()
    statements += 1
  }
  const tell = (most: number) => {
    stopIfCancelled(progress)
    expected = most
    report()
  }
  return {
    trx: trx.withPlugin(new AskBefore(before)),
    tell,
    end: () => progress.report('applying', expected, expected),
  }
}
