import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** What a device brings with it, and takes along. */
const own = ['device_event']

/**
 * Is anything recorded about the device `d`: checks, parts, comments, repairs, whatever a table of later migrations points at it for?
 * Conflicts of the batch itself do not count.
 */
export async function recordedAbout(db: Kysely<Database>, batchId: number): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select f.relname as "table", a.attname as "column" from pg_constraint k join pg_class f on f.oid = k.conrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'device'::regclass and not f.relispartition and cardinality(k.conkey) = 1
      and f.relname <> all(${own}::text[]) order by 1, 2`.execute(db)
  const found = rows.map(({ table, column }) => {
    const others = table === 'feed_conflict' ? sql`and (x.batch_id <> ${batchId} or x.resolved_at is not null)` : sql``
    return sql`exists (select from ${sql.table(table)} x where x.${sql.ref(column)} = d.id ${others})`
  })
  return found.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(found, sql` or `)})`
}
