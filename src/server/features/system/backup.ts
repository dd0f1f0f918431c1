import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { migrationStatus } from '#server/db/migrate.ts'
import type { Database, Db } from '#server/db/tables.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import { openCopy } from './backup-copy.ts'
import { backupFormat, compress, type Head } from './backup-file.ts'
import { readCounters, readTables, rowLines, settleTexts, type TableShape } from './backup-tables.ts'

const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

async function countRows(db: Db, tables: readonly TableShape[]): Promise<NonNullable<Head['tables']>> {
  const counts: NonNullable<Head['tables']> = []
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}`.execute(db)
    counts.push({ name, rows: rows[0]?.rows ?? 0 })
  }
  return counts
}

/** Progress in rows and pieces of files, from which the remaining time is estimated. */
type Work = { done: number; total: number }

/** Yield the whole database as lines, read from one snapshot. */
async function* databaseLines(db: Db, head: Head, work: Work): AsyncGenerator<string, void, unknown> {
  const tables = await readTables(db)
  const counts = await countRows(db, tables)
  work.total += counts.reduce((sum, { rows }) => sum + rows, 0)
  yield jsonLine({ ...head, tables: counts })
  for (const table of tables) {
    const tableHead = jsonLine({
      table: table.name,
      columns: table.columns.map(({ name }) => name),
      counters: await readCounters(db, table),
    })
    yield tableHead
    const hash = createHash('sha256').update(tableHead)
    let rows = 0
    for await (const lines of rowLines(db, table)) {
      const text = `${lines.join('\n')}\n`
      hash.update(text)
      rows += lines.length
      work.done += lines.length
      yield text
    }
    yield jsonLine({ end: table.name, rows, sha256: hash.digest('hex') })
  }
}

const pieceBytes = 192 * 1024
/** Number of rows that take as long as one piece of a file. */
const rowsOfPiece = 500
const piecesOf = (size: number): number => Math.ceil(size / pieceBytes)

/** `name` of an upload: its name before it was stored; `month` of an archived month, as 2026-01. */
type StoredFile = { stored_name: string; size: number; name?: string; month?: string }

/** Return the stored files: uploads and reports, and the archived months. */
async function filesOf(db: Db): Promise<StoredFile[]> {
  const uploads = await db.selectFrom('attachment').select(['stored_name', 'size', 'file_name']).orderBy('id').execute()
  const months = await db
    .selectFrom('history_file')
    .select(['file_name', 'bytes', sql<string>`to_char(month, 'YYYY-MM')`.as('month')])
    .where('dropped_at', 'is', null)
    .orderBy('file_name')
    .execute()
  return [
    ...uploads.map(({ file_name, ...file }) => ({ ...file, name: file_name })),
    ...months.map(({ file_name, bytes, month }) => ({ stored_name: file_name, size: Number(bytes), month })),
  ]
}

/** Return whether a row still references the file. */
async function isKnown(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from attachment where stored_name = ${name})
    or exists (select from history_file where file_name = ${name}) as known`.execute(db)
  return rows[0]?.known === true
}

/** Return the error of a file that is missing in the storage, or is there with another size. */
function notWhole({ stored_name, name, month }: StoredFile, isMissing: boolean): AppError {
  if (month !== undefined)
    return new AppError(isMissing ? 'ARCHIVE_MISSING' : 'ARCHIVE_DAMAGED', { values: { file: stored_name, month } })
  const word = isMissing ? 'error.backupFileMissing' : 'error.backupFileCut'
  return new AppError('STORAGE_CUT', { word, values: { file: stored_name, name: name ?? '' } })
}

/**
 * Return the bytes of a file; null = its row was deleted since the snapshot.
 * @throws AppError STORAGE_CUT for a missing file, or one of another size than in its row (ARCHIVE_MISSING,
 * ARCHIVE_DAMAGED for one of an archived month)
 */
async function bytesOf(file: StoredFile, storage: Storage, live: Kysely<Database>): Promise<Buffer | null> {
  try {
    const bytes = await storage.read(file.stored_name)
    if (bytes.length !== file.size) throw notWhole(file, false)
    return bytes
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    if (!(await isKnown(live, file.stored_name))) return null
    throw notWhole(file, true)
  }
}

/** Yield the files that the rows of the snapshot reference, each complete. */
async function* fileLines(
  stored: readonly StoredFile[],
  storage: Storage,
  live: Kysely<Database>,
  work: Work,
): AsyncGenerator<string, void, unknown> {
  for (const file of stored) {
    const name = file.stored_name
    const bytes = await bytesOf(file, storage, live)
    if (!bytes) continue
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield jsonLine({ file: name, base64: bytes.subarray(at, at + pieceBytes).toString('base64') })
      work.done += rowsOfPiece
    }
    yield jsonLine({ fileEnd: name, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
}

async function* keyLines(dataDir: string): AsyncGenerator<string, void, unknown> {
  const folder = join(dataDir, 'keys')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.sort())
    yield jsonLine({ key: name, base64: (await readFile(join(folder, name))).toString('base64') })
}

/** @param live the current database, while its snapshot `db` is read */
async function* linesOf(
  db: Kysely<Database>,
  live: Kysely<Database>,
  options: BackupOptions,
  work: Work,
): AsyncGenerator<string, void, unknown> {
  const migrations = (await migrationStatus(db)).filter(({ executedAt }) => executedAt !== null).map(({ name }) => name)
  const head: Head = {
    format: backupFormat,
    createdAt: options.now.toISOString(),
    migrations,
    timeZone: options.config.timeZone,
  }
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let tables = 0
  let files = 0
  let stored: StoredFile[] = []
  try {
    if (options.storage) stored = await filesOf(transaction)
    work.total += stored.reduce((sum, { size }) => sum + piecesOf(size) * rowsOfPiece, 0)
    await settleTexts(transaction)
    for await (const line of databaseLines(transaction, head, work)) {
      if (line.startsWith('{"end"')) tables += 1
      yield line
    }
  } finally {
    await transaction.rollback().execute()
  }
  if (options.storage) {
    for await (const line of fileLines(stored, options.storage, live, work)) {
      if (line.startsWith('{"fileEnd"')) files += 1
      yield line
    }
  }
  if (options.keys) yield* keyLines(options.config.dataDir)
  yield jsonLine({ whole: true, tables, files })
}

export type BackupOptions = {
  config: Config
  logger: Logger
  now: Date
  keys: boolean
  /** The storage of the uploads and reports to include; null = exclude them. */
  storage: Storage | null
  /** No other work uses the embedded engine meanwhile, so it need not be copied. */
  alone: boolean
  /** Aborted when the caller has left: reading stops, and the copy is removed, whether or not the reader ends it. */
  signal?: AbortSignal | undefined
  /** Copies the embedded engine's folder. */
  copyFolder?: (from: string, to: string) => Promise<void>
}

/**
 * Yield the bytes of a backup, compressed.
 * @throws the signal's reason, or the error of the reading; the copy is removed
 */
export async function* backupBytes(
  db: Kysely<Database>,
  options: BackupOptions,
  work: Work = { done: 0, total: 0 },
): AsyncGenerator<Buffer, void, unknown> {
  const { config, logger, signal, copyFolder } = options
  const copy =
    config.databaseUrl === null && !options.alone
      ? await openCopy(db, { dataDir: config.dataDir, logger, signal, copyFolder })
      : null
  const stream = compress(linesOf(copy?.db ?? db, db, options, work))
  let ending: Promise<void> | null = null
  const end = () => {
    ending ??= stream.end().finally(() => copy?.close())
    return ending
  }
  // A reader that left may never continue, and then the code below never runs.
  const leave = () =>
    void end().catch((error: unknown) =>
      logger.warn({ err: error }, 'a backup that nobody reads any more could not be ended'),
    )
  signal?.addEventListener('abort', leave, { once: true })
  try {
    signal?.throwIfAborted()
    yield* stream.bytes
  } finally {
    signal?.removeEventListener('abort', leave)
    await end()
  }
}

/**
 * Back up everything, uploads and reports included, in one compressed file that both engines can read; with `keys`,
 * also the secrets of this deployment.
 */
export async function* backup(db: Kysely<Database>, options: BackupOptions): FileParts {
  const stamp = options.now.toISOString().slice(0, 19).replace(/\D/g, '')
  yield { fileName: `coldfleet-${stamp}.backup.gz`, contentType: 'application/gzip' }
  const work: Work = { done: 0, total: 0 }
  for await (const bytes of backupBytes(db, options, work))
    yield { base64: bytes.toString('base64'), share: work.total > 0 ? work.done / work.total : 0 }
}
