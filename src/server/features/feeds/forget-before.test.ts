import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { forgetBefore } from './forget-before.ts'

const database = useDatabase()

/**
 * Create batches of a base, oldest first, with undo data for each.
 * @returns their ids
 */
async function keptBatches(companyId: number, machines: readonly number[], at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into import_batch(company_id, company_ids, actor, source, business_date, read, created, updated, unchanged, conflict, refused, machines, result, create_time)
    select ${companyId}::int, ${[companyId]}::int[], 'clerk', 'file', '2026-11-20', machines, 0, machines, 0, 0, 0, machines, '{}', ${at}::timestamptz
    from unnest(${[...machines]}::int[]) with ordinality batch(machines, place) order by place returning id`.execute(
    database.db,
  )
  const ids = rows.map(({ id }) => id)
  await sql`insert into import_before_day(batch_id, company_id, business_date, was_open, device_ids, coverage)
    select id, ${companyId}::int, '2026-11-20', true, '{}', '[]' from unnest(${ids}::int[]) batch(id)`.execute(
    database.db,
  )
  return ids
}

/** Return the batches that still have undo data after the newest batch has stored its number of machines. */
async function keptAfter(companyId: number, newest: number | undefined, now: Date): Promise<Set<number>> {
  await database.db.transaction().execute((trx) => forgetBefore(trx, newest ?? 0, [companyId], now))
  const { rows } = await sql<{
    id: number
  }>`select distinct batch_id as id from import_before_day where company_id = ${companyId}`.execute(database.db)
  return new Set(rows.map(({ id }) => id))
}

const morning = new Date('2026-11-20T02:00:00Z')
const evening = new Date('2026-11-20T12:00:00Z')

test('Drop the oldest small batches beyond the maximum number, but never a large one', async () => {
  const base = await buildCompany(database.db)
  const [large] = await keptBatches(base.id, [60_000], morning)
  const small = await keptBatches(
    base.id,
    Array.from({ length: 1_500 }, () => 9),
    evening,
  )
  const kept = await keptAfter(base.id, small.at(-1), evening)
  expect(kept.has(large ?? 0)).toBe(true)
  expect(small.filter((id) => kept.has(id))).toEqual(small.slice(-1_000))
})

test('Drop the oldest batches of a size beyond the total of machines, and keep smaller ones', async () => {
  const base = await buildCompany(database.db)
  const [small, ...large] = await keptBatches(base.id, [9, 40_000, 40_000, 40_000], morning)
  const kept = await keptAfter(base.id, large.at(-1), evening)
  expect([small, ...large].map((id) => kept.has(id ?? 0))).toEqual([true, false, true, true])
})

test('Drop undo data of a past day, however small', async () => {
  const base = await buildCompany(database.db)
  const [yesterday, today] = await keptBatches(base.id, [3, 3], morning)
  const kept = await keptAfter(base.id, today, new Date('2026-11-21T12:00:00Z'))
  expect([kept.has(yesterday ?? 0), kept.has(today ?? 0)]).toEqual([false, true])
})
