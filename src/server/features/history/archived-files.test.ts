import { createWriteStream, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { sweepAttachments } from '#server/features/attachments/sweep.ts'
import { backupBytes } from '#server/features/system/backup.ts'
import { restore } from '#server/features/system/restore.ts'
import { makeFolder } from '#server/folders.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { createStorage } from '#server/services/storage/create-storage.ts'
import { snapshotFolder } from '#server/services/storage/snapshot-folder.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { type ClosedMonth, closedMonth, dailiesOf, month, rowsOf } from '#tests/support/archived-town.ts'
import { useDatabase } from '#tests/support/database.ts'
import { memoryStores } from '#tests/support/memory-stores.ts'
import { startS3Stub } from '#tests/support/s3-stub.ts'
import { useFolder } from '#tests/support/use-folder.ts'
import { archiveMonth } from './archive-month.ts'
import { forgetDevices } from './forget-devices.ts'
import { restoreMonth } from './restore-month.ts'
import { readHistory, readMonth } from './status.ts'
import { sweepHistoryFiles } from './sweep-files.ts'

const database = useDatabase()
const folder = useFolder('coldfleet-archived-files-')
let made: ClosedMonth
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const sweep = async (now: Date) => {
  await sweepAttachments(database.db, made.storage, now, now)
  return sweepHistoryFiles(database.db, made.storage, folder(), now)
}

beforeEach(async () => {
  made = await closedMonth(database, folder())
})
afterEach(() => made.archive.close())

async function backup(path: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder(), ...(database.url === null ? {} : { DATABASE_URL: database.url }) })
  const options = {
    config,
    logger: pino({ level: 'silent' }),
    now: new Date(),
    keys: false,
    storage: made.storage,
    alone: true,
  }
  await pipeline(backupBytes(database.db, options), createWriteStream(path))
}
const back = (path: string, storage: ClosedMonth['storage']) =>
  restore(database.db, path, { replace: true, keysDataDir: null, storage })

const filesMissing = async (storage: Storage) => {
  const settings = { historyCloseAfter: 45, historyArchiveAfter: null }
  const { months, storageProblem } = await readHistory(database.db, storage, settings, new Date())
  return [storageProblem, ...months.map(({ isFileMissing }) => isFileMissing)]
}

test('Archive and read months in a folder and in a bucket alike', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  const stub = await startS3Stub()
  const before = await dailiesOf(database.db, made.services)
  const addresses = [
    pathToFileURL(join(folder(), 'files')).href,
    `s3://months/cold?endpoint=${encodeURIComponent(stub.endpoint)}`,
  ]
  for (const storageUrl of addresses) {
    const storage = createStorage({ storageUrl, dataDir: folder() })
    const archive = createArchive({ storage, folder: join(folder(), 'copies') })
    const parts = { ...made.parts(), storage, archive }
    const { fileName } = await archiveMonth(parts, month)
    expect(await dailiesOf(database.db, { ...made.services, storage, archive })).toEqual(before)
    // Only a remote file gets a local copy.
    expect(readdirSync(join(folder(), 'copies')), storageUrl).toEqual(storageUrl.startsWith('s3:') ? [fileName] : [])
    await restoreMonth(parts, month)
    expect(await dailiesOf(database.db, { ...made.services, storage, archive })).toEqual(before)
    archive.close()
  }
  await stub.close()
  vi.unstubAllEnvs()
})

test('Tell of an archived month whether its file is in the folder or the bucket', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  const stub = await startS3Stub()
  const { fileName } = await archiveMonth(made.parts(), month)
  const addresses = [
    pathToFileURL(join(folder(), 'kept')).href,
    `s3://kept/cold?endpoint=${encodeURIComponent(stub.endpoint)}`,
  ]
  for (const storageUrl of addresses) {
    const storage = createStorage({ storageUrl, dataDir: folder() })
    expect(await filesMissing(storage), storageUrl).toEqual(['empty', null])
    await storage.setOwner('this database')
    expect(await filesMissing(storage), storageUrl).toEqual([null, true])
    await storage.put(fileName, await made.storage.read(fileName))
    expect(await filesMissing(storage), storageUrl).toEqual([null, false])
  }
  await stub.close()
  const unreachable = createStorage({ storageUrl: addresses[1] ?? '', dataDir: folder() })
  expect(await filesMissing(unreachable)).toEqual(['silent', null])
  vi.unstubAllEnvs()
})

test('Neither read, archive, restore nor mark in a storage that is not mounted', async () => {
  await archiveMonth(made.parts(), month)
  const storage = createStorage({ storageUrl: pathToFileURL(join(folder(), 'unmounted')).href, dataDir: folder() })
  const archive = createArchive({ storage, folder: join(folder(), 'unread') })
  const parts = { ...made.parts(), storage, archive }
  await expect(dailiesOf(database.db, { ...made.services, storage, archive })).rejects.toMatchObject({
    code: 'STORAGE_AWAY',
  })
  await expect(restoreMonth(parts, month)).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  // The database still knows a file of the month, because a backup may need it.
  await restoreMonth(made.parts(), month)
  await sql`update history_file set dropped_at = null`.execute(database.db)
  await expect(archiveMonth(parts, month)).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  expect(await sweepAttachments(database.db, storage, inDays(1), inDays(1))).toMatchObject({ lost: true })
  expect(readdirSync(join(folder(), 'unmounted'))).toEqual([])
  archive.close()
})

test('Back up archived months, and restore them into an empty storage', async () => {
  const before = await dailiesOf(database.db, made.services)
  const file = await archiveMonth(made.parts(), month)
  const path = join(folder(), 'archived.backup')
  // A leftover table of a killed process must not enter the backup.
  await sql`create table device_daily_2026_03_new (like device_daily)`.execute(database.db)
  await backup(path)
  // Restore the month into the database and change its rows before the backup is restored.
  await restoreMonth(made.parts(), month)
  await sql`update device_daily set hash_avg = 1`.execute(database.db)
  const stores = memoryStores()
  await back(path, stores.storage)
  expect(stores.storage.names()).toEqual([file.fileName])
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'archived', rows: 10, bytes: 0 })
  expect(await dailiesOf(database.db, { ...made.services, ...stores })).toEqual(before)
  await restoreMonth({ ...made.parts(), ...stores }, month)
  expect(await dailiesOf(database.db, { ...made.services, ...stores })).toEqual(before)
  stores.archive.close()
})

test('Keep archive files that a restored backup does not know, for a newer snapshot', async () => {
  const before = join(folder(), 'before.backup')
  await backup(before)
  const file = await archiveMonth(made.parts(), month)
  const after = join(folder(), 'after.backup')
  await backup(after)
  await back(before, made.storage)
  expect(await sweep(inDays(30))).toBe(0)
  expect(made.storage.names()).toEqual([file.fileName])
  await back(after, made.storage)
  expect(await sweep(inDays(300))).toBe(0)
  expect(await dailiesOf(database.db, made.services)).toHaveLength(10)
})

test('Keep the file of an archived month, and that of a restored month while a snapshot needs it', async () => {
  const file = await archiveMonth(made.parts(), month)
  expect([await sweep(inDays(400)), made.storage.names()]).toEqual([0, [file.fileName]])
  await restoreMonth(made.parts(), month)
  expect([await sweep(inDays(30)), made.storage.names()]).toEqual([0, [file.fileName]])
  // A snapshot from before a migration needs its files until a user removes it.
  makeFolder(snapshotFolder(folder()))
  const snapshot = join(
    snapshotFolder(folder()),
    `${new Date(Date.now() - dayMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-migration.backup.gz`,
  )
  writeFileSync(snapshot, '')
  expect(await sweep(inDays(400))).toBe(0)
  rmSync(snapshot)
  expect([await sweep(inDays(400)), made.storage.names()]).toEqual([1, []])
})

test('Remove deleted machines from the archive and its roll-ups, and no others', async () => {
  const before = await rowsOf(database, 'device_daily')
  const rollUps = async () => [
    await rowsOf(database, 'daily_leaf'),
    await rowsOf(database, 'daily_scope'),
    await rowsOf(database, 'daily_type'),
  ]
  const gone = await database.db.selectFrom('device').select('id').where('serial', 'in', ['H0', 'H2']).execute()
  const ids = gone.map(({ id }) => id)
  // The expected roll-ups: delete the rows while the month is still in the database.
  await sql`delete from device_daily where device_id = any(${ids}::int[])`.execute(database.db)
  const expected = { rows: await rowsOf(database, 'device_daily'), rollUps: await rollUps() }
  await sql`insert into device_daily select * from jsonb_populate_recordset(null::device_daily, ${before}::jsonb) r where device_id = any(${ids}::int[])`.execute(
    database.db,
  )
  await sql`delete from history_write`.execute(database.db)
  const file = await archiveMonth(made.parts(), month)
  await forgetDevices(made.parts(), ids)
  expect(await rollUps()).toEqual(expected.rollUps)
  const after = await readMonth(database.db, month)
  expect(after).toMatchObject({ state: 'archived', rows: 4 })
  expect(after?.fileName).not.toBe(file.fileName)
  expect(await dailiesOf(database.db, made.services)).toHaveLength(4)
  await restoreMonth(made.parts(), month)
  expect(await rowsOf(database, 'device_daily')).toBe(expected.rows)
})

test('Change nothing when the new file without the deleted machines cannot be committed', async () => {
  const file = await archiveMonth(made.parts(), month)
  const before = await rowsOf(database, 'daily_leaf')
  const [device] = await database.db.selectFrom('device').select('id').where('serial', '=', 'H0').execute()
  const at = (step: string) => {
    if (step === 'detached') throw new Error('ended here')
  }
  await expect(forgetDevices(made.parts({ at }), [device?.id ?? 0])).rejects.toThrow('ended here')
  expect(await rowsOf(database, 'daily_leaf')).toBe(before)
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'archived', rows: 10, fileName: file.fileName })
  expect(made.storage.names()).toEqual([file.fileName])
  expect(await dailiesOf(database.db, made.services)).toHaveLength(10)
})
