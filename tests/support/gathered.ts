import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSpread, spreadTables } from '#server/db/citus/sharded-tables.ts'
import type { Database } from '#server/db/tables.ts'

/**
 * Return statements after which a transaction finds the rows of all nodes on the first one: temporary tables with the
 * names of the distributed ones that `query` contains. Citus joins such tables by company only.
 */
export const gather = (query: string): string[] =>
  spreadTables
    .filter((table) => new RegExp(`\\b${table}\\b`).test(query))
    .flatMap((table) => [
      `create temp table ${table} (like public.${table} including indexes) on commit drop`,
      `insert into pg_temp.${table} select * from public.${table}`,
      `analyze pg_temp.${table}`,
    ])

/** Run a query that may join the rows of several nodes in any way. */
export async function askGathered<T>(db: Kysely<Database>, query: RawBuilder<T>): Promise<T[]> {
  if (!(await isSpread(db))) return (await query.execute(db)).rows
  return db.transaction().execute(async (trx) => {
    for (const statement of gather(query.compile(db).sql)) await sql.raw(statement).execute(trx)
    return (await query.execute(trx)).rows
  })
}
