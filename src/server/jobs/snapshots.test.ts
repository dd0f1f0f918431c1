import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { readConfig } from '#server/config.ts'
import { snapshotNames } from '#server/services/storage/snapshot-folder.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { memoryStores } from '#tests/support/memory-stores.ts'
import { startScheduler } from './scheduler.ts'
import { snapshotBeforeMigration, snapshotOfTheDay } from './snapshots.ts'

const { statfs } = promises
/** Let every import of `node:fs/promises` report so many free blocks; null = the real number. */
function leave(freeBlocks: number | null): void {
  const told = (async (path: string) => ({ ...(await statfs(path)), bavail: freeBlocks })) as unknown as typeof statfs
  promises.statfs = freeBlocks === null ? statfs : told
  syncBuiltinESMExports()
}

const database = useDatabase()
const folders: string[] = []
afterAll(() => {
  leave(null)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
let dataDir = ''
let lines: Record<string, unknown>[] = []
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
/** Rows are read from the test's database, as from one that several processes share. */
const config = (settings: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://shared', ...settings })
const parts = (now: string, settings?: Record<string, string>) => ({
  config: config(settings),
  logger,
  now: new Date(now),
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-daily-'))
  folders.push(dataDir)
  lines = []
  leave(null)
})

test('Create a snapshot once a day, and none where the setting forbids it', async () => {
  await buildUser(database.db)
  expect(await snapshotOfTheDay(database.db, parts('2026-11-20T01:00:00Z', { SNAPSHOTS: '0' }))).toBe(true)
  expect(snapshotNames(dataDir)).toEqual([])
  for (const now of ['2026-11-20T01:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T01:00:30Z'])
    expect(await snapshotOfTheDay(database.db, parts(now))).toBe(true)
  expect(snapshotNames(dataDir)).toEqual(['20261121T010030Z-daily', '20261120T010000Z-daily'])
  // A clock that was a year ahead must not stop the snapshots.
  expect(await snapshotOfTheDay(database.db, parts('2027-11-21T01:00:00Z'))).toBe(true)
  expect(await snapshotOfTheDay(database.db, parts('2026-11-22T02:00:00Z'))).toBe(true)
  expect(snapshotNames(dataDir)).toContain('20261122T020000Z-daily')
})

test('Report too little disk space or an impossible folder, and leave nothing behind', async () => {
  leave(10)
  expect(await snapshotOfTheDay(database.db, parts('2026-11-20T01:00:00Z'))).toBe(false)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      reason: expect.stringMatching(/too little space: a snapshot needs \d+ MiB, 1 MiB are free/),
    }),
  ])
  leave(null)
  rmSync(join(dataDir, 'backups'), { recursive: true })
  writeFileSync(join(dataDir, 'backups'), '')
  expect(await snapshotOfTheDay(database.db, parts('2026-11-20T01:00:00Z'))).toBe(false)
  expect(lines).toHaveLength(2)
})

test('Create a snapshot before a migration changes the data, and only then', async () => {
  await buildUser(database.db)
  await snapshotBeforeMigration(database.db, parts('2026-11-20T01:00:00Z'))
  expect(snapshotNames(dataDir)).toEqual([])
  const newest = Object.keys(migrations).sort().at(-1) ?? ''
  const { rows } = await sql<{
    timestamp: string
  }>`delete from kysely_migration where name = ${newest} returning timestamp`.execute(database.db)
  try {
    await snapshotBeforeMigration(database.db, parts('2026-11-20T01:00:00Z', { SNAPSHOTS: '0' }))
    expect(snapshotNames(dataDir)).toEqual([])
    await snapshotBeforeMigration(database.db, parts('2026-11-20T01:00:00Z'))
    expect(snapshotNames(dataDir)).toEqual(['20261120T010000Z-migration'])
    await snapshotOfTheDay(database.db, parts('2026-11-20T01:10:00Z'))
  } finally {
    await sql`insert into kysely_migration (name, timestamp) values (${newest}, ${rows[0]?.timestamp ?? ''})`.execute(
      database.db,
    )
  }
  // The daily one has the old schema now, which this version does not restore: a new one is due at once.
  await snapshotOfTheDay(database.db, parts('2026-11-20T01:20:00Z'))
  expect(snapshotNames(dataDir)).toContain('20261120T012000Z-daily')
})

test('Request a snapshot a minute after the start, and again an hour after a failure', async () => {
  let now = new Date('2026-11-20T01:00:00Z')
  const asked: string[] = []
  const scheduler = startScheduler({
    db: database.db,
    config: config(),
    snapshot: async (at) => {
      asked.push(at.toISOString().slice(11, 16))
      return asked.length > 1
    },
    ...memoryStores(),
    clock: () => now,
    logger,
  })
  for (const minutes of [0, 1, 1, 30, 30, 1]) {
    now = new Date(now.getTime() + minutes * 60_000)
    await scheduler.tick()
  }
  await scheduler.close()
  expect(asked).toEqual(['01:01', '02:02', '02:03'])
})
