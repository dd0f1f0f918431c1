import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockOpening, openDay } from '#server/features/dailies/open-day.ts'
import { openDays } from '#server/jobs/open-business-days.ts'
import { defaultHashRules } from '#shared/transitions.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const day = '2026-11-20'
const before = '2026-11-19'
const far = '2031-05-01'

const opening = { day, rules: defaultHashRules, embedded: false }

function gate() {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), passed }
}

async function townWith(prefix: string, count: number) {
  const town = await feedTown(database)
  const serials = Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(6, '0')}`)
  const feed = (hashRate: number) =>
    town.apply({ devices: serials.map((serial) => lineOf(serial, { hashRate, type: 'T30' })) })
  town.setClock(new Date(`${before}T04:00:00Z`))
  await feed(30)
  town.setClock(new Date(`${day}T04:00:00Z`))
  return { tenant: town.tenant, feed }
}

test('apply the feed of one tenant while the day of another is opened and a month is created', async () => {
  const { db, pool } = database
  const large = await townWith('A', 200)
  const small = await townWith('B', 20)
  const begun = gate()
  const applied = gate()
  const opened = db.transaction().execute(async (trx) => {
    await sql`select device_daily_month(${far}::date)`.execute(trx)
    // The locks of an opening while it copies; the roll-up of all tenants comes last.
    await lockOpening(trx, [large.tenant.id])
    begun.open()
    await applied.passed
    await openDay(trx, [large.tenant.id], opening)
  })
  await begun.passed
  try {
    expect(await small.feed(12)).toMatchObject({ updated: 20, refused: 0 })
    const seen = await sql<{
      n: number
    }>`select count(*)::int as n from device_daily where business_date = ${day}::date`.execute(db)
    expect(seen.rows).toEqual([{ n: 20 }])
  } finally {
    applied.open()
    await opened
  }
  const rows = await sql<{
    n: number
  }>`select count(*)::int as n from device_daily where business_date = ${day}::date`.execute(db)
  expect(rows.rows).toEqual([{ n: 220 }])
  expect(await findContradictions(pool)).toEqual([])
})

test('open a day with one write for each roll-up row, and create months before a feed needs them', async () => {
  const { db } = database
  const large = await townWith('A', 6_000)
  const updates = await db.transaction().execute(async (trx) => {
    await openDay(trx, [large.tenant.id], opening)
    return sql<{
      rewritten: number
    }>`select sum(n_tup_upd)::int as rewritten from pg_stat_xact_user_tables where relname in ('daily_leaf', 'daily_scope')`.execute(
      trx,
    )
  })
  expect(updates.rows).toEqual([{ rewritten: 0 }])
  await sql`drop table if exists device_daily_2026_12`.execute(db)
  await openDays(db, day, false)
  expect((await sql`select to_regclass('device_daily_2026_12') is not null as there`.execute(db)).rows).toEqual([
    { there: true },
  ])
})
