import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultHashRules } from '#shared/transitions.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { openDay } from './open-day.ts'

const database = useDatabase()
const days = ['2026-11-18', '2026-11-19', '2026-11-20']

test('Apply a feed as a whole while its day is being opened, and open the day once', async () => {
  const { db } = database
  const town = await feedTown(database)
  // The embedded engine has one connection, so that the feed waits for the whole transaction, however many rows there
  // are.
  const machines = database.url === null ? 300 : 3_000
  const serials = Array.from({ length: machines }, (_, index) => `T30A${String(index).padStart(6, '0')}`)
  await sql`insert into device (serial, company_id, client_id, account_id, site_id, type, state, hash_rate, active_worker_state, last_report_at)
    select serial, ${town.tenant.id}::int, ${town.client.id}::int, ${town.account.id}::int, ${town.site.id}::int, 'T30', 'normal', 30, true, '2026-11-17T08:00:00Z'
    from unnest(${serials}::text[]) serial`.execute(db)
  await sql`insert into device_event (company_id, device_id, to_state, cause, at) select company_id, id, state, 'registered', '2026-11-17T08:00:00Z' from device`.execute(
    db,
  )
  for (const [index, day] of days.entries()) {
    town.setClock(new Date(`${day}T04:00:00Z`))
    const hashRate = index % 2 === 0 ? 12 : 30
    const [, result] = await Promise.all([
      db.transaction().execute(async (trx) => {
        await openDay(trx, [town.tenant.id], { day, rules: defaultHashRules, embedded: database.url === null })
        // Long enough for the feed to reach its rows of the day, where it must wait.
        await wait(1_500)
      }),
      town.apply({ devices: serials.map((serial) => lineOf(serial, { hashRate })) }),
    ])
    expect(result).toMatchObject({ read: machines, updated: machines, refused: 0 })
    const rows = await sql<{
      state: string
      n: number
    }>`select state, count(*)::int as n from device_daily where business_date = ${day}::date group by state`.execute(db)
    expect(rows.rows).toEqual([{ state: hashRate === 12 ? 'low' : 'normal', n: machines }])
  }
  expect(await findContradictions(database.pool)).toEqual([])
}, 120_000)

test('Add the missing rows of a day that has some, and leave those as they are', async () => {
  const { db } = database
  const town = await feedTown(database)
  const place = {
    company_id: town.tenant.id,
    client_id: town.client.id,
    account_id: town.account.id,
    site_id: town.site.id,
  }
  const device = (serial: string) => buildDevice(db, { ...place, serial, state: 'normal' })
  const first = await device('FIRST-1')
  const opening = { day: '2026-11-20', rules: defaultHashRules, embedded: database.url === null }
  const open = () => db.transaction().execute((trx) => openDay(trx, [town.tenant.id], opening))
  await open()
  await sql`update device_daily set state = 'low' where device_id = ${first.id}`.execute(db)
  const second = await device('SECOND-2')
  await open()
  const rows = await db.selectFrom('device_daily').select(['device_id', 'state']).orderBy('device_id').execute()
  expect(rows).toEqual([
    { device_id: first.id, state: 'low' },
    { device_id: second.id, state: 'normal' },
  ])
})
