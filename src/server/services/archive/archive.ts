import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { makeFolder } from '#server/folders.ts'
import { createTurns } from '#server/services/jobs/turns.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type DuckDB, loadDuckDB, openSession, type Session } from './duckdb.ts'
import { type ArchiveFile, createLocalFiles, sha256Of } from './local-files.ts'

/** Device-days as unquoted comma-separated lines, an empty text for null; `type` = PostgreSQL's type of the column. */
export type ArchiveLines = { columns: readonly { name: string; type: string }[]; lines: AsyncIterable<string> }
/** A copy of a file without the rows of some devices. */
export type ArchiveExcerpt = { of: ArchiveFile; withoutDeviceIds: readonly number[] }
/** A query over the rows of a file in place of device_daily, in SQL that both engines support. */
export type ArchiveQuery<Row> = (days: RawBuilder<unknown>) => RawBuilder<Row>

export type Archive = {
  /**
   * Return the rows of a file as JSON values: days as texts. One query at a time.
   * @throws AppError ARCHIVE_MISSING, ARCHIVE_DAMAGED, ARCHIVE_PACKAGE, STORAGE_AWAY, STORAGE_SILENT, BUSY
   */
  rows<Row>(file: ArchiveFile, query: ArchiveQuery<Row>): Promise<Row[]>
  /**
   * Return rows that do not fit into memory: run one query after the other, and yield a few thousand rows at a time.
   */
  stream<Row>(file: ArchiveFile, queries: Iterable<ArchiveQuery<Row>>): AsyncGenerator<Row[], void, unknown>
  /**
   * Write a file into the storage. `record` runs before the file is stored, so that every file has a row.
   * @throws AppError ARCHIVE_PACKAGE, STORAGE_FULL
   */
  make(
    month: Month,
    source: ArchiveLines | ArchiveExcerpt,
    record: (file: ArchiveFile) => Promise<void>,
  ): Promise<ArchiveFile>
  close(): void
}

/** Parquet v2: it stores ascending device ids as differences; version 1 pages cannot. */
const written = `format parquet, parquet_version v2, compression zstd, row_group_size 122880`
const mostWaiting = 64
const fast = 1

const typeNames: Readonly<Record<string, string>> = {
  integer: 'INTEGER',
  bigint: 'BIGINT',
  date: 'DATE',
  real: 'FLOAT',
  boolean: 'BOOLEAN',
  device_type: 'VARCHAR',
  device_state: 'VARCHAR',
}
function columnType({ name, type }: ArchiveLines['columns'][number]): string {
  const known = typeNames[type]
  if (known === undefined) throw new Error(`a column ${name} of the type ${type} cannot be archived`)
  return `'${name}': '${known}'`
}
const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`
const fileRows = (path: string): RawBuilder<unknown> => sql.raw(`read_parquet(${quoted(path)})`)

const asDamaged = (error: unknown, { fileName, month }: ArchiveFile): unknown =>
  error instanceof AppError ? error : new AppError('ARCHIVE_DAMAGED', { values: { file: fileName, month } }, error)

/** Write lines into a file that the engine reads. @returns the query that reads them */
async function spool(source: ArchiveLines, scratch: string): Promise<string> {
  const path = join(scratch, 'lines.csv.gz')
  await pipeline(Readable.from(source.lines), createGzip({ level: fast }), createWriteStream(path, { mode: 0o600 }))
  return `select * from read_csv(${quoted(path)}, header = false, auto_detect = false, delim = ',', quote = '', escape = '', nullstr = '',
    columns = {${source.columns.map(columnType).join(', ')}})`
}

/** Write the rows of a query into a file. @returns its description */
async function writeParquet(
  duckdb: DuckDB,
  rows: string,
  { scratch, path, month }: { scratch: string; path: string; month: Month },
): Promise<ArchiveFile> {
  const session = await openSession(duckdb, scratch)
  try {
    await session.run(`copy (${rows}) to ${quoted(path)} (${written})`)
  } finally {
    session.close()
  }
  const { size } = await stat(path)
  return {
    fileName: newStoredName('parquet').storedName,
    month,
    bytes: size,
    sha256: await sha256Of(path),
  }
}

/** Create the session that reads files, opened with the first file. */
function createReader(load: () => Promise<DuckDB>) {
  type Opening = { session: Promise<Session>; close(): void }
  let current: Opening | null = null

  function begin(): Opening {
    let open: Session | null = null
    let isClosed = false
    const session = load()
      .then((duckdb) => openSession(duckdb, null))
      .then((made) => {
        open = made
        if (!isClosed) return made
        made.close()
        throw new AppError('BUSY')
      })
    const opening: Opening = {
      session,
      close() {
        isClosed = true
        open?.close()
      },
    }
    // After a failure the next caller opens it again.
    session.catch(() => {
      if (current === opening) current = null
    })
    return opening
  }
  return {
    session(): Promise<Session> {
      current ??= begin()
      return current.session
    },
    close(): void {
      current?.close()
      current = null
    },
  }
}

/**
 * Create the archive: months of device-days as Parquet files in the storage. DuckDB reads and writes them, and is
 * loaded with the first file.
 */
export function createArchive({
  storage,
  folder,
  load = loadDuckDB,
}: {
  storage: Storage
  folder: string
  load?: () => Promise<DuckDB>
}): Archive {
  const local = createLocalFiles(storage, folder)
  const inTurn = createTurns(1, mostWaiting)
  const reader = createReader(load)
  async function excerpt({ of, withoutDeviceIds }: ArchiveExcerpt): Promise<string> {
    const all = `select * from read_parquet(${quoted(await local.pathOf(of))})`
    return withoutDeviceIds.length === 0 ? all : `${all} where device_id not in (${withoutDeviceIds.join(', ')})`
  }

  return {
    async rows(file, query) {
      const session = await reader.session()
      const path = await local.pathOf(file)
      return inTurn('', () =>
        session.rows(query(fileRows(path))).catch((error: unknown) => {
          throw asDamaged(error, file)
        }),
      )
    },
    async *stream(file, queries) {
      const duckdb = await load()
      makeFolder(folder)
      const session = await openSession(duckdb, folder)
      try {
        const rows = fileRows(await local.pathOf(file))
        for (const query of queries) yield* session.stream(query(rows))
      } finally {
        session.close()
      }
    },
    async make(month, source, record) {
      // Load the package before reading rows: it may be missing.
      const duckdb = await load()
      return local.withScratch(async (scratch) => {
        const rows = 'lines' in source ? await spool(source, scratch) : await excerpt(source)
        const path = join(scratch, 'month.parquet')
        const file = await writeParquet(duckdb, rows, { scratch, path, month })
        await record(file)
        await storage.putStream(file.fileName, createReadStream(path), file.bytes)
        return file
      })
    },
    close: reader.close,
  }
}
