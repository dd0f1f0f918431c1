import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Insert `marker` into every free text of these rows; texts with a rule stay. Without the triggers, which have nothing
 * to do with names.
 * @returns number of marked columns
 */
export async function mark(
  db: Kysely<Database>,
  marker: string,
  table: string,
  rows: RawBuilder<unknown>,
): Promise<number> {
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} and data_type = 'text'
      and is_generated = 'NEVER' and column_name !~ '(_hash|stored_name|public_id)$'`.execute(db)
  let marked = 0
  for (const { name } of columns.rows) {
    const change = db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      return sql`update ${sql.table(table)} set ${sql.ref(name)} = ${marker} || id where ${rows} and ${sql.ref(name)} is not null`.execute(
        trx,
      )
    })
    const changed = await change.catch(() => null)
    if (changed !== null && Number(changed.numAffectedRows ?? 0) > 0) marked += 1
  }
  return marked
}
