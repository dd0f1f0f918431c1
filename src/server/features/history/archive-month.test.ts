import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { type DuckDB, loadDuckDB } from '#server/services/archive/duckdb.ts'
import { AppError } from '#shared/errors.ts'
import { type ClosedMonth, closedMonth, dailiesOf, month, rowsOf } from '#tests/support/archived-town.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { useFolder } from '#tests/support/use-folder.ts'
import { archiveMonth } from './archive-month.ts'
import { closeMonth } from './close-month.ts'
import { restoreMonth } from './restore-month.ts'
import { readMonth } from './status.ts'
import type { Step } from './swap-month.ts'

const database = useDatabase()
const folder = useFolder('coldfleet-archive-month-')
let made: ClosedMonth

beforeEach(async () => {
  made = await closedMonth(database, folder())
})
afterEach(() => made.archive.close())

const daily = () => rowsOf(database, 'device_daily')
const rollUps = async () => [
  await rowsOf(database, 'daily_leaf'),
  await rowsOf(database, 'daily_scope'),
  await rowsOf(database, 'daily_type'),
]
const stateOf = async () => (await readMonth(database.db, month))?.state

test('Archive a month, restore it exactly, and archive it again', async () => {
  const before = { daily: await daily(), rollUps: await rollUps() }
  const file = await archiveMonth(made.parts(), month)
  expect(await daily()).toBe('[]')
  expect(await rollUps()).toEqual(before.rollUps)
  const found = { state: 'archived', rows: 10, bytes: 0, fileBytes: file.bytes, fileName: file.fileName }
  expect(await readMonth(database.db, month)).toMatchObject(found)
  expect(made.storage.names()).toEqual([file.fileName])
  await restoreMonth(made.parts(), month)
  expect(await daily()).toBe(before.daily)
  expect(await rollUps()).toEqual(before.rollUps)
  expect(await readMonth(database.db, month)).toMatchObject({
    state: 'closed',
    rows: 10,
    fileName: null,
    isWritten: false,
  })
  const again = await archiveMonth(made.parts(), month)
  expect(again.fileName).not.toBe(file.fileName)
  await restoreMonth(made.parts(), month)
  expect(await daily()).toBe(before.daily)
})

const archiving: Step[] = ['stored', 'checked', 'locked', 'detached', 'noted']
test.each(archiving)(
  'Keep a month closed without a file when archiving ends at the step "%s", then archive it',
  async (ended) => {
    const before = await daily()
    const at = (step: Step) => {
      if (step === ended) throw new Error('ended here')
    }
    await expect(archiveMonth(made.parts({ at }), month)).rejects.toThrow('ended here')
    expect([await stateOf(), await daily(), made.storage.names()]).toEqual(['closed', before, []])
    await archiveMonth(made.parts(), month)
    expect([await stateOf(), made.storage.names().length]).toEqual(['archived', 1])
  },
)

const restoring: Step[] = ['filled', 'keyed', 'locked', 'detached', 'attached', 'noted']
test.each(restoring)('Keep a month archived when restoring ends at the step "%s", then restore it', async (ended) => {
  const before = await daily()
  const file = await archiveMonth(made.parts(), month)
  const at = (step: Step) => {
    if (step === ended) throw new Error('ended here')
  }
  await expect(restoreMonth(made.parts({ at }), month)).rejects.toThrow('ended here')
  expect(await daily()).toBe('[]')
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'archived', fileName: file.fileName })
  await restoreMonth(made.parts(), month)
  expect([await stateOf(), await daily()]).toEqual(['closed', before])
})

/** Write from another process. At this step, the connection of the embedded engine is free. */
async function fromElsewhere(statement: string): Promise<void> {
  if (database.url === null) return void (await database.pool.query(statement))
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(statement).finally(() => other.end())
}

test('Keep rows written while a month is archived, and close the month again first', async () => {
  const at = async (step: Step) => {
    if (step === 'checked')
      await fromElsewhere("update device_daily set hash_avg = 9 where business_date = '2026-03-15'")
  }
  await expect(archiveMonth(made.parts({ at }), month)).rejects.toMatchObject({ code: 'BUSY' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from device_daily where hash_avg = 9`.execute(
    database.db,
  )
  expect([rows, made.storage.names()]).toEqual([[{ n: 3 }], []])
  await expect(archiveMonth(made.parts(), month)).rejects.toMatchObject({ code: 'MONTH_OPEN' })
  await closeMonth(database.db, month, made.changing())
  await archiveMonth(made.parts(), month)
  expect(await stateOf()).toBe('archived')
})

test('Detect a file that differs from its month before any row is deleted', async () => {
  const before = await daily()
  const at = async (step: Step) => {
    // Bypass the triggers that would record the write, as damage does.
    if (step === 'stored')
      await fromElsewhere(
        "begin; set local session_replication_role = replica; update device_daily set hash_target = 31 where business_date = '2026-03-15'; commit",
      )
  }
  await expect(archiveMonth(made.parts({ at }), month)).rejects.toMatchObject({ code: 'ARCHIVE_DAMAGED' })
  expect([await stateOf(), made.storage.names()]).toEqual(['closed', []])
  expect(await daily()).not.toBe(before)
})

test('Refuse a feed, its dry run or a single row in an archived month, and say what to do', async () => {
  await archiveMonth(made.parts(), month)
  const before = await rollUps()
  const feed = { devices: [lineOf('H0', { hashRate: 7 })], businessDate: '2026-03-15', confirm: ['day' as const] }
  for (const dryRun of [true, false])
    await expect(made.town.apply({ ...feed, dryRun })).rejects.toMatchObject({
      code: 'MONTH_ARCHIVED',
      details: { values: { month } },
    })
  await expect(sql`select device_daily_month('2026-03-15')`.execute(database.db)).rejects.toMatchObject({
    code: 'CF060',
  })
  expect(await rollUps()).toEqual(before)
  await restoreMonth(made.parts(), month)
  expect(await made.town.apply(feed)).toMatchObject({ read: 1, refused: 0 })
})

test('Refuse to undo a feed whose month was archived since', async () => {
  const feed = { devices: [lineOf('H0', { hashRate: 7 })], businessDate: '2026-03-15', confirm: ['day' as const] }
  const told = await made.town.apply(feed)
  await closeMonth(database.db, month, made.changing())
  await archiveMonth(made.parts(), month)
  const viewer = await buildViewer(database.db, { company_id: made.town.tenant.id, nick_name: '基地负责人' })
  const caller = buildCaller(database.db, { viewer, now: new Date(), services: made.services })
  for (const dryRun of [true, false])
    await expect(caller.feeds.undo({ id: told.batchId ?? 0, dryRun })).rejects.toMatchObject({
      cause: { code: 'MONTH_ARCHIVED' },
    })
})

test('Archive only closed months, and restore only archived ones', async () => {
  await expect(archiveMonth(made.parts(), '2025-01')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(restoreMonth(made.parts(), month)).rejects.toMatchObject({ code: 'MONTH_NOT_ARCHIVED' })
  await sql`update history_month set state = 'open'`.execute(database.db)
  await expect(archiveMonth(made.parts(), month)).rejects.toMatchObject({ code: 'MONTH_OPEN' })
  await sql`update history_month set state = 'closed'`.execute(database.db)
  await archiveMonth(made.parts(), month)
  await expect(archiveMonth(made.parts(), month)).rejects.toMatchObject({ code: 'MONTH_ARCHIVED' })
})

test('Report a missing file, a damaged file or a missing package in one sentence, without partial rows', async () => {
  const file = await archiveMonth(made.parts(), month)
  const bytes = await made.storage.read(file.fileName)
  const values = { file: file.fileName, month }
  /** Read in a process that has read nothing before. */
  const read = async (load?: () => Promise<DuckDB>) => {
    const copies = join(folder(), randomUUID())
    const archive = createArchive({ storage: made.storage, folder: copies, ...(load ? { load } : {}) })
    return dailiesOf(database.db, { ...made.services, archive }).finally(archive.close)
  }
  expect(await read()).toHaveLength(10)
  await made.storage.remove(file.fileName)
  await made.storage.setOwner('this database')
  await expect(read()).rejects.toMatchObject({ code: 'ARCHIVE_MISSING', details: { values } })
  // A local copy is still used.
  expect(await dailiesOf(database.db, made.services)).toHaveLength(10)
  await made.storage.put(file.fileName, Buffer.from(bytes).fill(0, 100, 120))
  await expect(read()).rejects.toMatchObject({ code: 'ARCHIVE_DAMAGED', details: { values } })
  await made.storage.put(file.fileName, bytes)
  expect(await read()).toHaveLength(10)
  const missing = 'no-such-package'
  const withoutPackage = () => loadDuckDB(() => import(missing))
  await expect(read(withoutPackage)).rejects.toMatchObject({ code: 'ARCHIVE_PACKAGE' })
  expect(describeError(new AppError('ARCHIVE_PACKAGE'), 'en').message).toMatch(/@duckdb\/node-api.*npm ci/)
})
