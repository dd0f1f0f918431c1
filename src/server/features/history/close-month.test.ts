import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { backupBytes } from '#server/features/system/backup.ts'
import { restore } from '#server/features/system/restore.ts'
import type { Month } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'
import { type FeedTown, feedTown, lineOf } from '#tests/support/feeds.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { closeMonth } from './close-month.ts'
import { isTable, monthTable } from './month-table.ts'
import { readMonth } from './status.ts'
import type { Changing, Step } from './swap-month.ts'

const database = useDatabase()
const month: Month = '2026-03'
const days = ['2026-03-01', '2026-03-15', '2026-03-31']
let town: FeedTown

const changing = (more: Partial<Changing> = {}): Changing => ({
  embedded: database.url === null,
  tries: 1,
  pauseMs: 1,
  ...more,
})
const rowsOf = async (table: string) => {
  const { rows } = await sql<{
    row: object
  }>`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)`.execute(database.db)
  return rows.map(({ row }) => row)
}
const state = async () => [await rowsOf('device_daily'), await rowsOf('daily_leaf'), await rowsOf('daily_scope')]
/** Return the storage layout of the month: whether it and its B-trees have full pages, and its last column. */
const layout = async () => {
  const { rows } = await sql<{
    full: boolean
    last: string
  }>`select (select bool_and(coalesce(part.reloptions::text like '%fillfactor=100%', false)) from pg_class part
        left join pg_index i on i.indexrelid = part.oid join pg_am am on am.oid = part.relam
        where (part.oid = c.oid or i.indrelid = c.oid) and am.amname in ('heap', 'btree')) as full,
      (select attname from pg_attribute where attrelid = c.oid and attnum > 0 order by attnum desc limit 1) as last
    from pg_class c where oid = 'device_daily_2026_03'::regclass`.execute(database.db)
  return rows[0]
}

beforeEach(async () => {
  // A previous test may have left the table.
  await sql`drop table if exists device_daily_2026_03`.execute(database.db)
  town = await feedTown(database)
  const owners = {
    company_id: town.tenant.id,
    site_id: town.site.id,
    client_id: town.client.id,
    account_id: town.account.id,
  }
  for (const [index, device] of (['normal', 'warn', 'offline'] as const).entries()) {
    const made = await buildDevice(database.db, {
      serial: `H${index}`,
      state: device,
      create_time: new Date('2026-01-01'),
      last_report_at: new Date('2026-03-31T12:00:00Z'),
      ...owners,
    })
    for (const day of days) await buildDaily(database.db, made, day)
  }
  await buildDaily(database.db, await buildDevice(database.db), '2026-03-31', {
    reported: null,
    hash_avg: null,
    client_id: 0,
  })
})

test('Close a month with the same rows and sums in full pages, and change no other month', async () => {
  const device = await buildDevice(database.db)
  await buildDaily(database.db, device, '2026-04-01')
  const before = await state()
  await closeMonth(database.db, month, changing())
  expect(await state()).toEqual(before)
  expect(await layout()).toEqual({ full: true, last: 'compliant' })
  expect(await readMonth(database.db, month)).toMatchObject({
    state: 'closed',
    rows: 10,
    isWritten: false,
    fileBytes: null,
  })
  expect(await readMonth(database.db, '2026-04')).toMatchObject({ state: 'open', rows: 1 })
  await expect(closeMonth(database.db, '2025-01', changing())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await findContradictions(database.pool)).toEqual([])
})

/** Write from another process. At this step, the connection of the embedded engine is free. */
async function fromElsewhere(statement: string): Promise<void> {
  if (database.url === null) return void (await database.pool.query(statement))
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(statement).finally(() => other.end())
}

const steps: Step[] = ['watched', 'made', 'filled', 'keyed', 'locked', 'detached', 'attached', 'noted']
test.each(steps)(
  'Change nothing when closing ends at the step "%s", and close the month in the next attempt',
  async (ended) => {
    const before = await state()
    const at = (step: Step) => {
      if (step === ended) throw new Error('ended here')
    }
    await expect(closeMonth(database.db, month, changing({ at }))).rejects.toThrow('ended here')
    expect(await state()).toEqual(before)
    expect(await layout()).not.toMatchObject({ full: true })
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'open', rows: 10 })
    await closeMonth(database.db, month, changing())
    expect(await state()).toEqual(before)
    expect(await layout()).toMatchObject({ full: true })
  },
)

test('Restore a backup over a closed month, as an open month with the same rows', async () => {
  await closeMonth(database.db, month, changing())
  const before = await state()
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-history-'))
  try {
    const path = join(folder, 'whole.backup')
    const config = readConfig({ DATA_DIR: folder, ...(database.url === null ? {} : { DATABASE_URL: database.url }) })
    const options = {
      config,
      logger: pino({ level: 'silent' }),
      now: new Date(),
      keys: false,
      storage: null,
      alone: true,
    }
    await pipeline(backupBytes(database.db, options), createWriteStream(path))
    await sql`update device_daily set hash_avg = 1`.execute(database.db)
    await restore(database.db, path, { replace: true, keysDataDir: null, storage: memoryStorage() })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(await state()).toEqual(before)
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'open', rows: 10 })
  await closeMonth(database.db, month, changing())
  expect(await state()).toEqual(before)
})

test('Accept a feed of a past day in a closed month, and close the month again afterwards', async () => {
  await closeMonth(database.db, month, changing())
  const told = await town.apply({
    devices: [lineOf('H0', { hashRate: 7 }), lineOf('H2')],
    businessDate: '2026-03-15',
    confirm: ['day'],
  })
  expect(told).toMatchObject({ read: 2, refused: 0 })
  const { rows } = await sql<{
    hash_avg: number
  }>`select hash_avg from device_daily r join device d on d.id = r.device_id
    where serial = 'H0' and business_date = '2026-03-15'`.execute(database.db)
  expect(rows).toEqual([{ hash_avg: 7 }])
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'closed', isWritten: true })
  expect(await findContradictions(database.pool)).toEqual([])
  const before = await state()
  await closeMonth(database.db, month, changing())
  expect(await state()).toEqual(before)
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'closed', isWritten: false })
})

test('Keep rows written while the copy is made, and leave the month open', async () => {
  const at = async (step: Step) => {
    if (step === 'filled')
      await fromElsewhere("update device_daily set hash_avg = 9 where business_date = '2026-03-15'")
  }
  await expect(closeMonth(database.db, month, changing({ at }))).rejects.toMatchObject({ code: 'BUSY' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from device_daily where hash_avg = 9`.execute(
    database.db,
  )
  expect(rows).toEqual([{ n: 3 }])
  expect(await layout()).not.toMatchObject({ full: true })
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'open', rows: 10 })
  expect(await isTable(database.db, monthTable(month).copy)).toBe(false)
})
