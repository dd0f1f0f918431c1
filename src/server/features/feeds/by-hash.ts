import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Does one piece of work under settings of the planner, and gives it its own choice back. */
async function under<Result>(
  trx: Transaction<Database>,
  settings: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const setting of settings) await sql`set local ${sql.ref(setting)} = off`.execute(trx)
  const result = await work()
  for (const setting of settings) await sql`set local ${sql.ref(setting)} = default`.execute(trx)
  return result
}

/**
 * Joins are made by hash meanwhile. The planner, which knows nothing of a day that was opened just now, takes it for empty and would compare
 * each of its rows with each of the others: minutes for 100,000 devices.
 */
export const byHash = <Result>(trx: Transaction<Database>, work: () => Promise<Result>): Promise<Result> =>
  under(trx, ['enable_nestloop'], work)

/** From so many rows on reading a day of a tenant is no more work than looking rows up. */
const leastHashed = 500

/** Rows are joined by hash, or few ones looked up by their key: never compared one by one, whatever the planner takes a day to hold. */
export const byKeyOrHash = <Result>(
  trx: Transaction<Database>,
  rows: number,
  work: () => Promise<Result>,
): Promise<Result> =>
  rows >= leastHashed ? byHash(trx, work) : under(trx, ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan'], work)

/** The same, and the day of a tenant is read page by page: in the order of its key each row may lie on another page than the one before. */
export const byRange = <Result>(trx: Transaction<Database>, work: () => Promise<Result>): Promise<Result> =>
  under(trx, ['enable_nestloop', 'enable_indexscan'], work)

/** A look-up of a day's row reads four pages, which hold about 180 rows of a day that is read whole; and it takes the time of about 20. */
const rowsALookUp = 50

/** Of so many rows of a day of a tenant: is it less work to read its whole day than to look each of them up? The embedded engine reads no pages but its own. */
export const isRanged = (rows: number, devices: number, embedded: boolean): boolean =>
  !embedded && rows * rowsALookUp >= devices
