import { cp, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { backup } from './backup.ts'

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
  } finally {
    await database.close()
  }
}, 120_000)
