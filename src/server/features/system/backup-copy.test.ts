import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { backup } from './backup.ts'
import { sweepCopies } from './backup-copy.ts'

const logger = pino({ level: 'silent' })
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Run `work` with an embedded database in its own folder. */
async function withDatabase(work: (database: OpenDatabase, dataDir: string) => Promise<void>): Promise<void> {
  const { dataDir } = await migratedProduct('copy')
  folders.push(dataDir)
  const database = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)
  await work(database, dataDir).finally(database.close)
}
const copiesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('backup-'))
const optionsFor = (dataDir: string) => ({
  config: readConfig({ DATA_DIR: dataDir }),
  logger,
  now: new Date(),
  keys: false,
  storage: null,
  alone: false,
})

test(
  "Show the watchdog life during a long copy, and leave no copy behind, nor a killed process's",
  () =>
    withDatabase(async (database, dataDir) => {
      mkdirSync(join(dataDir, 'backup-left00', 'database'), { recursive: true })
      const answers: number[] = []
      const copyFolder = async (from: string, to: string) => {
        answers.push(database.embedded?.progress().answeredAt ?? 0)
        await wait(1_600)
        answers.push(database.embedded?.progress().answeredAt ?? 0)
        await cp(from, to, { recursive: true })
      }
      let bytes = 0
      for await (const part of backup(database.db, { ...optionsFor(dataDir), copyFolder })) {
        if ('base64' in part) bytes += part.base64.length
      }
      expect(bytes).toBeGreaterThan(1_000)
      expect(answers).toHaveLength(2)
      expect((answers[1] ?? 0) - (answers[0] ?? 0)).toBeGreaterThan(800)
      expect(copiesIn(dataDir)).toEqual([])
    }),
  120_000,
)

test(
  'Remove the copy when its caller leaves, at any moment, whether or not the reading was ended',
  () =>
    withDatabase(async (database, dataDir) => {
      // During the copy.
      const early = new AbortController()
      const copyFolder = async (from: string, to: string) => {
        await cp(from, to, { recursive: true })
        early.abort()
      }
      const cut = backup(database.db, { ...optionsFor(dataDir), copyFolder, signal: early.signal })
      await cut.next()
      await expect(cut.next()).rejects.toThrow(/abort/i)
      expect(copiesIn(dataDir)).toEqual([])
      // During the reading, by a reader that never continues; until then another backup's cleanup keeps the copy.
      const late = new AbortController()
      const abandoned = backup(database.db, { ...optionsFor(dataDir), signal: late.signal })
      await abandoned.next()
      expect((await abandoned.next()).done).toBe(false)
      const [copy] = copiesIn(dataDir)
      await sweepCopies(dataDir)
      expect(copiesIn(dataDir)).toEqual([copy])
      late.abort()
      await expect.poll(() => copiesIn(dataDir), { timeout: 10_000, interval: 20 }).toEqual([])
    }),
  120_000,
)

test('Remove backup copies of a killed process at the next opening, and keep other folders', async () => {
  const { dataDir, environment } = await migratedProduct('swept')
  folders.push(dataDir)
  const leave = () => mkdirSync(join(dataDir, 'backup-xH44bp', 'database', 'base'), { recursive: true })
  leave()
  mkdirSync(join(dataDir, 'backup-of-may'))
  mkdirSync(join(dataDir, 'backup-202611'))
  writeFileSync(join(dataDir, 'backup-202611', 'coldfleet.gz'), 'mine')
  const app = await openApp(readConfig({ ...environment, DEMO: '0' }), { what: 'test', logger })
  try {
    expect(copiesIn(dataDir)).toEqual(['backup-202611', 'backup-of-may'])
    leave()
    await sweepCopies(dataDir)
    expect(copiesIn(dataDir)).toEqual(['backup-202611', 'backup-of-may'])
    expect(existsSync(join(dataDir, 'backup-202611', 'coldfleet.gz'))).toBe(true)
  } finally {
    await app.close()
  }
}, 120_000)
