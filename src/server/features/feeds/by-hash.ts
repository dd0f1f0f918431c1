import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * From here on joins are made by hash, until `plannersChoice`. The planner, which knows nothing of a day that was opened just now, takes it
 * for empty and would compare each of its rows with each of the others: minutes for 100,000 devices.
 */
const hashOnly = async (trx: Transaction<Database>): Promise<void> => {
  await sql`set local enable_nestloop = off`.execute(trx)
}

const plannersChoice = async (trx: Transaction<Database>): Promise<void> => {
  await sql`set local enable_nestloop = default`.execute(trx)
}

/** Does one piece of work that way. */
export async function byHash<Result>(trx: Transaction<Database>, work: () => Promise<Result>): Promise<Result> {
  await hashOnly(trx)
  const result = await work()
  await plannersChoice(trx)
  return result
}
