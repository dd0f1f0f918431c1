import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type App, type AppOptions, openApp } from './app.ts'
import type { Config } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'
import { embeddedFolder } from './db/open-embedded.ts'
import { DamagedDatabaseError } from './db/store/damage.ts'
import { syncPath } from './db/store/ledger.ts'
import { readBackup } from './features/system/backup-file.ts'
import { checkFile } from './features/system/check-backup.ts'
import { type Restored, type RestoreOptions, restore } from './features/system/restore.ts'
import { makeSnapshot } from './features/system/snapshots.ts'
import { type KeysFit, keysFit } from './key-mark.ts'
import { createStorage } from './services/storage/create-storage.ts'
import { readSnapshotName, snapshotName, snapshotNames, snapshotPath } from './services/storage/snapshot-folder.ts'

export type RestoreSource = {
  /** A backup file, or the name of a snapshot. */
  file: string | null
  snapshot: string | null
  /** Whether the current data may be replaced, and whether to keep a snapshot of it first. */
  replace: boolean
  keep: boolean
}
export type RestoredHere = Restored & {
  /** Whether the current keys fit the restored passwords. */
  keysFit: KeysFit
  /** The snapshot of the replaced data; null = there was none, or `keep` was false. */
  kept: string | null
  /** The new path of a database that could not be opened; null = it could. */
  aside: string | null
}
export type RestoringApp = App & { restore(keys: boolean, language: Language): Promise<RestoredHere> }

/** @throws AppError NOT_FOUND for a snapshot that is not there */
function pathOf({ file, snapshot }: RestoreSource, dataDir: string): string {
  if (file !== null) return file
  const path = snapshot === null || readSnapshotName(snapshot) === null ? null : snapshotPath(dataDir, snapshot)
  if (path === null || !existsSync(path))
    throw new AppError('NOT_FOUND', { word: 'error.noSuchSnapshot', values: { snapshot: snapshot ?? '-' } })
  return path
}

/** Convert the error of a failed restore: for an unreadable snapshot, name the next older one. */
function namingOlder(error: unknown, { snapshot }: RestoreSource, dataDir: string): unknown {
  if (snapshot === null || !(error instanceof AppError) || error.code !== 'BACKUP_UNREADABLE') return error
  const older = snapshotNames(dataDir).find((name) => name < snapshot)
  if (older === undefined) return error
  return new AppError(
    'SNAPSHOT_UNREADABLE',
    { ...error.details, values: { ...error.details.values, snapshot, older } },
    error,
  )
}

/** Read a backup to its end to verify it. @throws AppError BACKUP_UNREADABLE */
async function readThrough(path: string): Promise<void> {
  for await (const _ of readBackup(path));
}

/** Chunks of 16 KiB of text: 32 MB, which take a fraction of a second. */
const firstChunks = 2_000

/**
 * Read the beginning of a backup, a small one to its end: a wrong file is refused before a database is opened, or even
 * created, for it.
 * @throws AppError BACKUP_UNREADABLE
 */
async function readFirst(path: string): Promise<void> {
  let chunks = 0
  for await (const _ of readBackup(path)) {
    chunks += 1
    if (chunks === firstChunks) return
  }
}

/** Rename the folder of a database that cannot be opened; it is kept for a manual recovery. */
function setAside(dataDir: string, now: Date): { path: string; putBack(): void } {
  const folder = embeddedFolder(dataDir)
  const path = `${folder}.aside-${now.toISOString().slice(0, 19).replace(/\D/g, '')}`
  renameSync(folder, path)
  syncPath(dataDir)
  return {
    path,
    putBack() {
      rmSync(folder, { recursive: true, force: true })
      renameSync(path, folder)
      syncPath(dataDir)
    },
  }
}

/** Record which folders the opening will create. @returns a function that removes them after a failed restore */
function newFoldersOf({ databaseUrl, dataDir }: Config): () => void {
  const made = [...(databaseUrl === null ? [embeddedFolder(dataDir)] : []), join(dataDir, 'keys'), dataDir].filter(
    (path) => !existsSync(path),
  )
  return () => {
    for (const path of made) rmSync(path, { recursive: true, force: true })
  }
}

type Aside = ReturnType<typeof setAside>
type Target = { config: Config; source: RestoreSource; path: string }

/** Open the database; rename one that cannot be opened, once the backup has been verified. */
async function openOrSetAside(
  { config, source, path }: Target,
  options: AppOptions,
): Promise<{ app: App; aside: Aside | null }> {
  let aside: Aside | null = null
  const app = await openApp(config, options).catch(async (error: unknown) => {
    const isInTheWay =
      error instanceof DamagedDatabaseError || (error instanceof NewerSchemaError && config.databaseUrl === null)
    if (!source.replace || !isInTheWay) throw error
    await readThrough(path).catch((unread: unknown) => {
      throw namingOlder(unread, source, config.dataDir)
    })
    const moved = setAside(config.dataDir, new Date())
    aside = moved
    return openApp(config, options).catch((again: unknown) => {
      moved.putBack()
      throw again
    })
  })
  return { app, aside }
}

/** Make a snapshot of the data that is about to be replaced. @returns its name; null = there is no data to keep */
async function keepReplaced({ config, path }: Target, app: App, now: Date): Promise<string | null> {
  if (!(await app.db.selectFrom('app_user').select('id').limit(1).executeTakeFirst())) return null
  // Check the file before the snapshot, so that an unreadable file leaves no snapshot here.
  await checkFile(path, app.database.jobsDb)
  const kept = makeSnapshot(app.database.jobsDb, 'restore', { config, logger: app.logger, now, alone: true })
  return kept.catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NO_ROOM' ? new AppError('NO_ROOM_TO_KEEP', error.details) : error
  })
}

/** Restore the backup into the open database. When that fails, the snapshot of the replaced data is removed. */
async function restoreInto(
  target: Target,
  app: App,
  { keep, keys, language }: { keep: boolean; keys: boolean; language: Language },
): Promise<Restored & { kept: string | null }> {
  const { config, source, path } = target
  const now = new Date()
  const keptPath = snapshotPath(config.dataDir, snapshotName(now, 'restore'))
  let isReplaced = existsSync(keptPath)
  // Nothing was replaced, so the snapshot is not needed; also when the process must end.
  const forgetKept = () => {
    if (!isReplaced) rmSync(keptPath, { force: true })
  }
  process.once('exit', forgetKept)
  try {
    const context = await app.contextForTerminal(language)
    const { audit } = app.services
    // Not the storage of the services: it asks the database, whose only connection the restore holds. A lost storage is
    // a reason to restore.
    const storage = createStorage(config)
    const record: RestoreOptions['record'] = async (trx, counted) => {
      await audit.write(trx, context, { action: 'system.restore', companyId: null, details: { ...counted, keys } })
      isReplaced = true
    }
    const wanted = { replace: source.replace, keysDataDir: keys ? config.dataDir : null, storage, record }
    const kept = keep ? await keepReplaced(target, app, now) : null
    return { kept, ...(await restore(app.database.jobsDb, path, wanted)) }
  } catch (error) {
    forgetKept()
    throw namingOlder(error, source, config.dataDir)
  } finally {
    process.off('exit', forgetKept)
  }
}

/**
 * Open the database to restore a backup into it. An embedded database that is damaged or of a newer version is renamed,
 * once the backup has been verified, and renamed back when the restore fails.
 */
export async function openToRestore(config: Config, given: AppOptions, source: RestoreSource): Promise<RestoringApp> {
  const target = { config, source, path: pathOf(source, config.dataDir) }
  await readFirst(target.path).catch((error: unknown) => {
    throw namingOlder(error, source, config.dataDir)
  })
  const hadKeys = existsSync(join(config.dataDir, 'keys', 'pepper'))
  const takeAwayNew = newFoldersOf(config)
  // The data to be replaced need not fit the current keys.
  const options = {
    ...given,
    keys: 'ignore' as const,
    // From here on this process holds the folder.
    async check() {
      await given.check?.()
      process.off('exit', takeAwayNew)
      process.once('exit', takeAwayNew)
    },
  }
  let restored = false
  const { app, aside } = await openOrSetAside(target, options)
  return {
    ...app,
    async restore(keys, language) {
      const keep = source.replace && source.keep && !aside
      const done = await restoreInto(target, app, { keep, keys, language })
      restored = true
      process.off('exit', takeAwayNew)
      // Keys that were just created cannot fit these passwords.
      const fit = hadKeys || done.keys > 0 ? await keysFit(app.database.jobsDb, config.dataDir) : 'missing'
      return { ...done, aside: aside?.path ?? null, keysFit: fit }
    },
    async close() {
      await app.close()
      process.off('exit', takeAwayNew)
      if (restored) return
      aside?.putBack()
      takeAwayNew()
    },
  }
}
