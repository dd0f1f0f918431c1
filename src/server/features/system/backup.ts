import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { migrationStatus } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/tables.ts'
import type { Storage } from '#server/services/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import { backupFormat, compress, type Head } from './backup-file.ts'
import { readCounters, readTables, rowLines, settleTexts, type TableShape } from './backup-tables.ts'

const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

async function countRows(db: Kysely<Database>, tables: readonly TableShape[]): Promise<NonNullable<Head['tables']>> {
  const counts: NonNullable<Head['tables']> = []
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}`.execute(db)
    counts.push({ name, rows: rows[0]?.rows ?? 0 })
  }
  return counts
}

/** Rows and pieces of files; how long the rest takes is told by what is done of them. */
type Work = { done: number; total: number }

/** The whole database as lines, read from one snapshot. */
async function* databaseLines(db: Kysely<Database>, head: Head, work: Work): AsyncGenerator<string, void, unknown> {
  const tables = await readTables(db)
  const counts = await countRows(db, tables)
  work.total += counts.reduce((sum, { rows }) => sum + rows, 0)
  yield jsonLine({ ...head, tables: counts })
  for (const table of tables) {
    const tableHead = jsonLine({ table: table.name, columns: table.columns.map(({ name }) => name), counters: await readCounters(db, table) })
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
/** About as many rows take as long as one piece of a file. */
const rowsOfPiece = 500
const piecesOf = (size: number): number => Math.ceil(size / pieceBytes)

type StoredFile = { stored_name: string; size: number }
const notWhole = (name: string): AppError => new AppError('STORAGE_CUT', { values: { name } })

/** The bytes of a file; null = its row has been swept since the snapshot. @throws AppError STORAGE_CUT for a missing file, or one of another size than its row says */
async function bytesOf(file: StoredFile, storage: Storage, live: Kysely<Database>): Promise<Buffer | null> {
  try {
    const bytes = await storage.read(file.stored_name)
    if (bytes.length !== file.size) throw notWhole(file.stored_name)
    return bytes
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    const row = await live.selectFrom('attachment').select('id').where('stored_name', '=', file.stored_name).executeTakeFirst()
    if (row) throw notWhole(file.stored_name)
    return null
  }
}

/** The files that the rows of the snapshot name, each whole. */
async function* fileLines(stored: readonly StoredFile[], storage: Storage, live: Kysely<Database>, work: Work): AsyncGenerator<string, void, unknown> {
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
  for (const name of names.sort()) yield jsonLine({ key: name, base64: (await readFile(join(folder, name))).toString('base64') })
}

/** @param live the database as it goes on while its snapshot `db` is read */
async function* linesOf(db: Kysely<Database>, live: Kysely<Database>, options: BackupOptions, work: Work): AsyncGenerator<string, void, unknown> {
  const migrations = (await migrationStatus(db)).filter(({ executedAt }) => executedAt !== null).map(({ name }) => name)
  const head: Head = { format: backupFormat, createdAt: options.now.toISOString(), migrations, timeZone: options.config.timeZone }
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let tables = 0
  let files = 0
  let stored: StoredFile[] = []
  try {
    if (options.storage) stored = await transaction.selectFrom('attachment').select(['stored_name', 'size']).orderBy('id').execute()
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

const copyPrefix = 'backup-'
/** While the copying goes on nobody else asks the engine anything, and the watchdog would take it for dead. A question that reads nothing writes nothing. */
const signOfLifeMs = 1_000

const copyWhole = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true })

/** As `mkdtemp` names them. */
const copyName = new RegExp(`^${copyPrefix}[A-Za-z0-9]{6}$`)
const holdsCopyAlone = async (path: string): Promise<boolean> => {
  const names = await readdir(path).catch(() => null)
  return names?.every((name) => name === 'database') === true
}

/** Copies that a backup of this process reads. */
const copiesInUse = new Set<string>()

/**
 * A process that was killed in the middle of a backup leaves its copy behind, as large as the database; the next start and the next backup
 * take it away. Call it while this process holds the lock of the folder.
 */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const path = join(dataDir, name)
    // What people call so, a backup of their own above all, stays.
    if (copyName.test(name) && !copiesInUse.has(path) && (await holdsCopyAlone(path))) await rm(path, { recursive: true, force: true })
  }
}

/**
 * A copy of the embedded engine's folder, opened by itself. The engine writes only while it runs a statement, so a copy
 * made while we hold its one connection is whole; the product waits for the copying alone, not for the backup.
 */
async function openCopy(db: Kysely<Database>, { config, logger, copyFolder = copyWhole }: BackupOptions) {
  await removeLeftCopies(config.dataDir)
  const folder = await mkdtemp(join(config.dataDir, copyPrefix))
  copiesInUse.add(folder)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    copiesInUse.delete(folder)
  }
  try {
    await db.connection().execute(async (connection) => {
      await sql`checkpoint`.execute(connection)
      const signs = setInterval(() => void sql`select 1`.execute(connection).catch(() => undefined), signOfLifeMs)
      try {
        await copyFolder(join(config.dataDir, 'database'), join(folder, 'database'))
      } finally {
        clearInterval(signs)
      }
    })
    const copy = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: folder }, logger)
    return { db: copy.db, close: () => copy.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

export type BackupOptions = {
  config: Config
  logger: Logger
  now: Date
  keys: boolean
  /** Where the uploads and reports lie that go with it; null = they stay out. */
  storage: Storage | null
  /** Nobody else uses the embedded engine meanwhile, so it need not be copied. */
  alone: boolean
  /** How the embedded engine's folder is copied. */
  copyFolder?: (from: string, to: string) => Promise<void>
}

/** The bytes of a backup, compressed. */
export async function* backupBytes(db: Kysely<Database>, options: BackupOptions, work: Work = { done: 0, total: 0 }): AsyncGenerator<Buffer, void, unknown> {
  const copy = options.config.databaseUrl === null && !options.alone ? await openCopy(db, options) : null
  try {
    yield* compress(linesOf(copy?.db ?? db, db, options, work))
  } finally {
    await copy?.close()
  }
}

/** Everything, uploads and reports too, in one compressed file that both engines can read; with `keys`, the secrets of this deployment too. */
export async function* backup(db: Kysely<Database>, options: BackupOptions): FileParts {
  const stamp = options.now.toISOString().slice(0, 19).replace(/\D/g, '')
  yield { fileName: `coldfleet-${stamp}.backup.gz`, contentType: 'application/gzip' }
  const work: Work = { done: 0, total: 0 }
  for await (const bytes of backupBytes(db, options, work)) yield { base64: bytes.toString('base64'), share: work.total > 0 ? work.done / work.total : 0 }
}
