import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { fillSmallFleet } from '#tests/support/small-fleet.ts'
import { addSumsOfAll } from './sums-of-all.ts'

const database = useDatabase()

const sumsOfAll = async () => {
  const scope = await sql`select * from daily_scope where kind = 'all' order by business_date`.execute(database.db)
  const type = await sql`select * from daily_type where company_id = 0 order by type`.execute(database.db)
  return { scope: scope.rows, type: type.rows }
}

test('Compute missing sums over all tenants, and keep existing ones', async () => {
  await fillSmallFleet(database, 7, '2026-05-04')
  const before = await sumsOfAll()
  expect(before.scope).toHaveLength(1)
  await addSumsOfAll(database.db)
  expect(await sumsOfAll()).toEqual(before)
  await sql`delete from daily_scope where kind = 'all'`.execute(database.db)
  await sql`delete from daily_type where company_id = 0`.execute(database.db)
  await addSumsOfAll(database.db)
  expect(await sumsOfAll()).toEqual(before)
})
