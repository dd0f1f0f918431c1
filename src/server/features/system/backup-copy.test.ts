import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { backup, removeLeftCopies } from './backup.ts'

const logger = pino({ level: 'silent' })
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

test('a backup that copies for long shows the watchdog that the engine lives', async () => {
  const { dataDir } = await migratedProduct('copy')
  folders.push(dataDir)
  const database = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)
  try {
    const answers: number[] = []
    const copyFolder = async (from: string, to: string) => {
      answers.push(database.embedded?.progress().answeredAt ?? 0)
      await wait(1_600)
      answers.push(database.embedded?.progress().answeredAt ?? 0)
      await cp(from, to, { recursive: true })
    }
    const config = readConfig({ DATA_DIR: dataDir })
    let bytes = 0
    for await (const part of backup(database.db, { config, logger, now: new Date(), keys: false, storage: null, alone: false, copyFolder })) {
      if ('base64' in part) bytes += part.base64.length
    }
    expect(bytes).toBeGreaterThan(1_000)
    expect(answers).toHaveLength(2)
    expect((answers[1] ?? 0) - (answers[0] ?? 0)).toBeGreaterThan(800)
    // A caller who leaves in the middle, and a process that was killed in it, leave no copy behind.
    const copies = async () => (await readdir(dataDir)).filter((name) => name.startsWith('backup-'))
    const left = backup(database.db, { config, logger, now: new Date(), keys: false, storage: null, alone: false })
    await left.next()
    await left.next()
    expect(await copies()).toHaveLength(1)
    await removeLeftCopies(dataDir)
    expect(await copies()).toHaveLength(1)
    await left.return()
    expect(await copies()).toEqual([])
  } finally {
    await database.close()
  }
}, 120_000)

test('copies that a killed process left are taken away, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coldfleet-copies-'))
  folders.push(folder)
  for (const name of ['backup-aB3dE6/database', 'backup-empty1', 'backup-2026/11', 'backup-mine66/letters', 'backups', 'database'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'backup-saved1'), 'a backup of somebody')
  await removeLeftCopies(folder)
  expect((await readdir(folder)).sort()).toEqual(['backup-2026', 'backup-mine66', 'backup-saved1', 'backups', 'database'])
  await removeLeftCopies(join(folder, 'absent'))
})
