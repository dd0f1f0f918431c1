import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { makeFolder } from '#server/folders.ts'
import {
  readSnapshotName,
  type SnapshotReason,
  snapshotFolder,
  snapshotName,
  snapshotNames,
  snapshotPath,
} from '#server/services/storage/snapshot-folder.ts'
import { AppError } from '#shared/errors.ts'
import type { Snapshot } from '#shared/system.ts'
import { type BackupOptions, backupBytes } from './backup.ts'
import { Head } from './backup-file.ts'

const unfinished = '.part'
/** Disk space that is reserved for the database itself. */
const reserveBytes = 128 * 1_024 * 1_024
const keptDays = 7
const keptWeeks = 4
/** Number of kept snapshots of each kind: before a migration, before a restore. */
const keptOthers = 3
const dayMs = 86_400_000
/** An unfinished file that was not written to for this long is abandoned. */
const staleMs = 600_000

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Return the bytes that a new snapshot needs: the newest one plus a margin, or a quarter of the database; and the copy
 * that it is read from.
 */
async function neededBytes(db: Kysely<Database>, { config, alone }: SnapshotOptions): Promise<number> {
  const [newest] = snapshotNames(config.dataDir)
  const embedded = config.databaseUrl === null ? await bytesBelow(join(config.dataDir, 'database')) : 0
  const whole =
    embedded ||
    (await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(db)).rows[0]
      ?.bytes ||
    0
  const written = newest === undefined ? whole / 4 : 1.3 * (await stat(snapshotPath(config.dataDir, newest))).size
  return written + (alone ? 0 : embedded)
}

export type SnapshotOptions = Pick<BackupOptions, 'config' | 'logger' | 'now' | 'alone'> & {
  /** Aborts the snapshot; its partial file is deleted. */
  signal?: AbortSignal
}

/** Return the files that any process is writing into `folder` at this moment. */
async function underWay(folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(unfinished))
  const changes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return files.filter((_, at) => (changes[at] ?? 0) > Date.now() - staleMs)
}

/** Delete partial snapshots of a killed process. No other process writes next to an embedded database. */
async function removeStale(folder: string, embedded: boolean): Promise<void> {
  const written = new Set(embedded ? [] : await underWay(folder))
  for (const file of await readdir(folder))
    if (file.endsWith(unfinished) && !written.has(file)) await rm(join(folder, file), { force: true })
}

/** Return whether another process on this data folder is creating a snapshot. */
export async function isSnapshotUnderWay(dataDir: string): Promise<boolean> {
  return (await underWay(snapshotFolder(dataDir))).length > 0
}

/**
 * Write a snapshot of the rows (without uploads, reports and keys) into `backups` of the data folder, atomically.
 * @returns its name
 * @throws AppError NO_ROOM when the disk space is too small
 */
export async function makeSnapshot(
  db: Kysely<Database>,
  reason: SnapshotReason,
  options: SnapshotOptions,
): Promise<string> {
  const { dataDir } = options.config
  const folder = snapshotFolder(dataDir)
  makeFolder(folder)
  await removeStale(folder, options.config.databaseUrl === null)
  const { bavail, bsize } = await statfs(folder)
  const needed = await neededBytes(db, options)
  if (bavail * bsize < needed + reserveBytes) {
    const mebibytes = (bytes: number) => String(Math.ceil(bytes / 1_048_576))
    throw new AppError('NO_ROOM', {
      values: { folder, free: mebibytes(bavail * bsize), needed: mebibytes(needed + reserveBytes) },
    })
  }
  const name = snapshotName(options.now, reason)
  const part = `${snapshotPath(dataDir, name)}${unfinished}`
  // When `process.exit` is called meanwhile, the catch below does not run.
  const dropAtExit = () => rmSync(part, { force: true })
  process.once('exit', dropAtExit)
  try {
    const bytes = backupBytes(db, { ...options, keys: false, storage: null })
    const { signal } = options
    await pipeline(bytes, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), signal ? { signal } : {})
    await rename(part, snapshotPath(dataDir, name))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    process.off('exit', dropAtExit)
  }
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
  return name
}

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)
/** Weeks start on Monday: 1970-01-01 was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)

/**
 * Return the names of snapshots to delete. Keep the newest of each of the last 7 days that have one, the newest of each
 * of 4 weeks, and the newest 3 made before a migration and before a restore.
 */
export function surplusSnapshots(names: readonly string[]): string[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  const others = { migration: 0, restore: 0 }
  const isKept = (name: string): boolean => {
    const read = readSnapshotName(name)
    if (!read) return true
    if (read.reason !== 'daily') {
      others[read.reason] += 1
      return others[read.reason] <= keptOthers
    }
    const [day, week] = [dayOf(read.at), weekOf(read.at)]
    const keptForDay = !days.has(day) && days.size < keptDays
    if (keptForDay) days.add(day)
    const keptForWeek = !weeks.has(week) && weeks.size < keptWeeks
    if (keptForWeek) weeks.add(week)
    return keptForDay || keptForWeek
  }
  return [...names]
    .sort()
    .reverse()
    .filter((name) => !isKept(name))
}

/** Delete the surplus snapshots. */
export async function thinSnapshots(dataDir: string): Promise<string[]> {
  const surplus = surplusSnapshots(snapshotNames(dataDir))
  for (const name of surplus) await rm(snapshotPath(dataDir, name), { force: true })
  return surplus
}

/** Return the first line of a backup; null when there is none. */
async function readHead(path: string): Promise<Head | null> {
  const source = createReadStream(path)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  try {
    for await (const line of createInterface({ input: text })) return Head.parse(JSON.parse(line))
    return null
  } catch {
    return null
  } finally {
    source.destroy()
    text.destroy()
  }
}

/** Return the snapshots of a data folder, the newest first. */
export async function listSnapshots(dataDir: string): Promise<Snapshot[]> {
  return Promise.all(
    snapshotNames(dataDir).map(async (name) => {
      const path = snapshotPath(dataDir, name)
      const read = readSnapshotName(name)
      const head = await readHead(path)
      return {
        name,
        at: (read?.at ?? new Date(0)).toISOString(),
        reason: read?.reason ?? 'daily',
        bytes: (await stat(path)).size,
        migration: head?.migrations.at(-1) ?? null,
        rows: head?.tables?.reduce((sum, { rows }) => sum + rows, 0) ?? null,
      }
    }),
  )
}
