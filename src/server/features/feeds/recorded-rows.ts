import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Tables whose rows are created and deleted together with a device. */
const own = ['device_event', 'device_facts']

/**
 * Return machines of the batch that tables on the coordinator node refer to. A query on another node cannot join these
 * tables.
 */
async function looselyRecorded(db: Db, batchId: number, tenant: number): Promise<number[]> {
  const { rows: created } = await sql<{ id: number }>`select device_id as id from device_event
    where company_id = ${tenant} and batch_id = ${batchId} and cause = 'registered'`.execute(db)
  const ids = created.map(({ id }) => id)
  const { rows: loose } = await sql<{ table: string; column: string }>`
    select from_table as "table", from_column as "column" from loose_reference where to_table = 'device' order by 1, 2`.execute(
    db,
  )
  const found = new Set<number>()
  for (const { table, column } of ids.length === 0 ? [] : loose) {
    const { rows } = await sql<{
      id: number
    }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::int[])`.execute(
      db,
    )
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}

/**
 * Return the condition that other records refer to device `d`: checks, parts, comments, repairs, or rows of any table
 * that later migrations add. Conflicts of the batch itself do not count.
 * @param tenant the tenant of all the devices on a cluster
 */
export async function readRecorded(db: Db, batchId: number, tenant: number | null): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select f.relname as "table", a.attname as "column" from pg_constraint k join pg_class f on f.oid = k.conrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[cardinality(k.conkey)]
    where k.contype = 'f' and k.confrelid = 'device'::regclass and not f.relispartition and k.conparentid = 0
      and f.relname <> all(${own}::text[]) order by 1, 2`.execute(db)
  const found = rows.map(({ table, column }) => {
    const others = table === 'feed_conflict' ? sql`and (x.batch_id <> ${batchId} or x.resolved_at is not null)` : sql``
    const placed = tenant === null ? sql`` : sql`and x.company_id = ${tenant}`
    return sql`exists (select 1 from ${sql.table(table)} x where x.${sql.ref(column)} = d.id ${others}${placed})`
  })
  if (tenant !== null) found.push(sql`d.id = any(${await looselyRecorded(db, batchId, tenant)}::int[])`)
  return found.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(found, sql` or `)})`
}
