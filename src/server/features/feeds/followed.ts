import type { KyselyPlugin, Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedProgress } from './feed-call.ts'
import type { PlannedRow } from './plan-lines.ts'

/** @throws AppError CANCELLED */
export const stopIfCancelled = (progress: FeedProgress): void => {
  if (progress.cancelled()) throw new AppError('CANCELLED')
}

/** Statements that a feed of any size needs. */
const leastStatements = 15
/** About how many statements the rows of a feed take to write: two for a thousand new machines, three for each piece of all (pieces.ts). */
export function statementsFor(rows: readonly PlannedRow[], embedded: boolean): number {
  const created = rows.filter(({ before }) => before.id === 0).length
  return Math.ceil(leastStatements + (2 * created) / 1_000 + (3 * rows.length) / (embedded ? 3_000 : 100_000))
}

/** Asks before each statement whether the feed is still wanted. */
class Followed implements KyselyPlugin {
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

/**
 * The same transaction, which tells before each of its statements how many of about `expected` are through, and gives everything
 * up when the feed was cancelled: no statement takes long, and the transaction takes back what it wrote.
 */
export function followed(trx: Transaction<Database>, progress: FeedProgress, expected: number): Transaction<Database> {
  let statements = 0
  return trx.withPlugin(
    new Followed(() => {
      stopIfCancelled(progress)
      // The last one is told by whoever knows that it was.
      progress.report('applying', Math.min(statements, expected - 1), expected)
      statements += 1
    }),
  )
}
