import { randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/tables.ts'

/**
 * During the copy no other query reaches the engine, and the watchdog would consider it dead. A query without a table
 * writes nothing.
 */
const signOfLifeMs = 1_000

/** Names of our folders, including former releases; other folders that a person has called a backup are kept. */
const copyName = /^backup-[A-Za-z0-9]{6}$/
/** The only content of such a folder. */
const copied = 'database'
/** Copies that backups of this process are reading. */
const inUse = new Set<string>()

type CopyOptions = {
  dataDir: string
  logger: Logger
  /** Aborts the copy. */
  signal?: AbortSignal | undefined
  /** Copies the embedded engine's folder. */
  copyFolder?: ((from: string, to: string) => Promise<void>) | undefined
}
export type DatabaseCopy = { db: Kysely<Database>; close(): Promise<void> }

/**
 * Remove copies of processes that were killed during a backup. The caller holds the data folder, so no other process
 * copies.
 */
export async function sweepCopies(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = resolve(dataDir, entry.name)
    if (!entry.isDirectory() || !copyName.test(entry.name) || inUse.has(path)) continue
    const inside = await readdir(path)
    if (inside.every((name) => name === copied)) await rm(path, { recursive: true, force: true })
  }
}

const copyUntil =
  (signal: AbortSignal | undefined) =>
  (from: string, to: string): Promise<void> =>
    cp(from, to, {
      recursive: true,
      filter: () => {
        signal?.throwIfAborted()
        return true
      },
    })

/**
 * Copy the embedded engine's folder and open the copy. The engine writes only while it runs a statement, so a copy made
 * while we hold its one connection is consistent; the product waits only for the copy, not for the backup.
 * @throws the signal's reason, with the copy removed
 */
export async function openCopy(
  db: Kysely<Database>,
  { dataDir, logger, signal, copyFolder = copyUntil(signal) }: CopyOptions,
): Promise<DatabaseCopy> {
  await sweepCopies(dataDir)
  const folder = resolve(dataDir, `backup-${randomBytes(3).toString('hex')}`)
  inUse.add(folder)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    inUse.delete(folder)
  }
  try {
    await mkdir(folder, { mode: 0o700 })
    await db.connection().execute(async (connection) => {
      signal?.throwIfAborted()
      await sql`checkpoint`.execute(connection)
      const signs = setInterval(() => void sql`select 1`.execute(connection).catch(() => undefined), signOfLifeMs)
      try {
        await copyFolder(join(dataDir, copied), join(folder, copied))
      } finally {
        clearInterval(signs)
      }
    })
    signal?.throwIfAborted()
    const copy = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: folder }, logger)
    return { db: copy.db, close: () => copy.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
