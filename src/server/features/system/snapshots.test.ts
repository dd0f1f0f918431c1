import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { snapshotName } from '#server/services/storage/snapshot-folder.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { listSnapshots, makeSnapshot, surplusSnapshots, thinSnapshots } from './snapshots.ts'

const database = useDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-snapshots-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const day = (count: number) => new Date(Date.UTC(2026, 10, 22 - count, 1))

test('Keep the daily snapshots of 7 days, one of each of 4 weeks, and 3 of each other kind', () => {
  const daily = Array.from({ length: 60 }, (_, count) => snapshotName(day(count), 'daily'))
  const others = Array.from({ length: 5 }, (_, count) => snapshotName(day(count), 'migration'))
  const surplus = new Set(surplusSnapshots([...daily, ...others]))
  const kept = [...daily, ...others].filter((name) => !surplus.has(name))
  // 2026-11-22 is a Sunday: the last day of its week.
  const weeks = [7, 14, 21].map((count) => snapshotName(day(count), 'daily'))
  expect(kept).toEqual([...daily.slice(0, 7), ...weeks, ...others.slice(0, 3)])
})

test('List a snapshot with time, reason, size and content, but not the rest of a crash', async () => {
  await buildUser(database.db, {})
  const config = readConfig({ DATA_DIR: dataDir })
  const name = await makeSnapshot(database.db, 'daily', {
    config,
    logger: pino({ level: 'silent' }),
    now: day(0),
    alone: true,
  })
  expect(name).toBe('20261122T010000Z-daily')
  writeFileSync(join(dataDir, 'backups', `${snapshotName(day(1), 'daily')}.backup.gz.part`), 'half')
  const [only, ...more] = await listSnapshots(dataDir)
  expect(more).toEqual([])
  expect(only).toMatchObject({
    name,
    at: '2026-11-22T01:00:00.000Z',
    reason: 'daily',
    migration: expect.stringMatching(/^\d{4}-/),
  })
  expect(only?.rows).toBeGreaterThan(1)
  expect(only?.bytes).toBeGreaterThan(500)
  await makeSnapshot(database.db, 'restore', { config, logger: pino({ level: 'silent' }), now: day(0), alone: true })
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(2)
  expect(await thinSnapshots(dataDir)).toEqual([])
})
