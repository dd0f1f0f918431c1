import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildSite } from '#tests/support/factories.ts'

const database = useDatabase()

/** Return how often the table of events, or its part on the first node, was read from beginning to end. */
async function wholeReads(db: Kysely<Database>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  if (process.env.TEST_CITUS) await sql`set citus.override_table_visibility = off`.execute(db)
  const { rows } = await sql<{ reads: number }>`
    select sum(seq_scan)::int as reads from pg_stat_all_tables where relname ~ '^alert(_1[0-9]+)?$'`.execute(db)
  return rows[0]?.reads ?? 0
}

test('Find the few events of a site by its index, however often the statement was executed', async () => {
  const { id } = await buildCompany(database.db)
  const few = await buildSite(database.db, { super_company_id: id })
  const many = await buildSite(database.db, { super_company_id: id })
  await database.pool.query(
    `insert into alert (company_id, site_id, kind, severity, opened_at, last_seen_at, resolved_at, count_now, count_worst, count_of)
      select $1, case when n <= 500 then $2::int else $3::int end, 'site.silent', 'warning', now(), now(), now(), 1, 1, 1 from generate_series(1, 9500) n`,
    [id, few.id, many.id],
  )
  await database.vacuum(['alert'])
  await database.db.connection().execute(async (db) => {
    const read = () =>
      sql`select kind from alert where company_id = ${id} and site_id = any(${[few.id]}::int[])`.execute(db)
    await read()
    const before = await wholeReads(db)
    for (let times = 0; times < 20; times += 1) expect((await read()).rows).toHaveLength(500)
    expect((await wholeReads(db)) - before).toBe(0)
  })
})
