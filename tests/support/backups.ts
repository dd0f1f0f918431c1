import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { backup } from '#server/features/system/backup.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { useDatabase } from './database.ts'
import { buildDaily, buildDevice, buildUser } from './factories.ts'
import { embeddedArchive } from './global-setup.ts'
import { buildMachineType, thirdType } from './machine-types.ts'
import { memoryStorage } from './memory-storage.ts'

/** Set up a folder of backups, the files in it, and another engine to restore into. */
export function useBackups() {
  const database = useDatabase({ emptied: 'file' })
  const logger = pino({ level: 'silent' })
  const made = { folder: '', another: null } as { folder: string; another: OpenDatabase | null }

  beforeAll(async () => {
    made.folder = await mkdtemp(join(tmpdir(), 'coldfleet-backup-'))
    const device = await buildDevice(database.db, { state: 'warn', active_worker: '工人 "1"\n\\ 😀', hash_rate: 29.7 })
    await buildDevice(database.db, { state: 'scrap' })
    await buildMachineType(database.db)
    await buildDevice(database.db, { type: thirdType })
    await buildDaily(database.db, device, '2026-10-31', { hash_avg: 1 / 3 })
    await buildDaily(database.db, device, '2026-11-01', { reported: null })
    await buildUser(database.db, {})
    await sql`insert into session (token_hash, user_id, company_id, expires_at) select '\\x00ff27', id, company_id, '2026-12-01' from app_user limit 1`.execute(
      database.db,
    )
    await sql`insert into setting (key, value) values ('targets', '{"T30": 30.0, "名": null}')`.execute(database.db)
    await sql`insert into audit_log (actor, action, result, details) values ('cli', 'test', 'ok', '{"a": [1, 2.50]}')`.execute(
      database.db,
    )
  })
  afterAll(async () => {
    await made.another?.close()
    await rm(made.folder, { recursive: true, force: true })
  })

  /** Return a second embedded engine, opened once. */
  async function anotherEngine(): Promise<OpenDatabase> {
    if (made.another) return made.another
    const nowhere = { databaseUrl: null, databaseReadUrl: null, dataDir: '' }
    made.another = await openDatabase(nowhere, logger, { inMemory: true, template: await embeddedArchive() })
    return made.another
  }

  async function save(name: string, db = database.db, storage: Storage | null = null): Promise<string> {
    const config = readConfig({ DATA_DIR: made.folder })
    const pieces: Buffer[] = []
    for await (const part of backup(db, {
      config,
      logger,
      now: new Date('2026-11-20T04:00:00Z'),
      keys: false,
      storage,
      alone: true,
    })) {
      if ('base64' in part) pieces.push(Buffer.from(part.base64, 'base64'))
    }
    const path = join(made.folder, name)
    await writeFile(path, Buffer.concat(pieces))
    return path
  }
  const linesOf = async (path: string) => String(gunzipSync(await readFile(path))).split('\n')
  const feet = async (path: string) => (await linesOf(path)).filter((line) => line.startsWith('{"end"'))
  const stay = { replace: false, keysDataDir: null, storage: memoryStorage() }
  const replace = { replace: true, keysDataDir: null, storage: memoryStorage() }

  const pictureRow = {
    user_id: null,
    owner_kind: 'projectPdf',
    owner_id: null,
    file_name: 'plan',
    mime: 'x',
    width: null,
    height: null,
    deleted_at: null,
  } as const
  return { save, feet, database, replace, anotherEngine, stay, made, linesOf, pictureRow }
}
