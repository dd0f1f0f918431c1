import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { reasonOf } from '#shared/error-code.ts'
import { AppError } from '#shared/errors.ts'

/**
 * A backup is one gzip file of JSON lines: a head that lists the tables and their row counts; then for each table its
 * name and columns, its rows as arrays of texts, and a foot with the row count and the SHA-256 of head and rows; then
 * the stored files in pieces, each with its SHA-256; finally a line that marks it complete. Values are texts, so that a
 * backup moves between engines.
 */
export const backupFormat = 'coldfleet-backup-1'

const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Counters = z.record(Name, z.object({ last: z.string().regex(/^-?\d+$/), called: z.boolean() }))
export const Head = z.object({
  format: z.literal(backupFormat),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  timeZone: z.string(),
  /** The tables of the file with their row counts; files of former releases lack them. */
  tables: z.array(z.object({ name: Name, rows: z.number().int().min(0) })).optional(),
})
export const TableHead = z.object({ table: Name, columns: z.array(Name), counters: Counters })
export const TableFoot = z.object({ end: Name, rows: z.number().int().min(0), sha256: z.string() })
export const KeyLine = z.object({ key: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), base64: z.string() })
export const FilePiece = z.object({ file: z.string().regex(/^[0-9a-f]{32}\.[a-z0-9]{3,7}$/), base64: z.string() })
export const FileEnd = z.object({ fileEnd: z.string(), sha256: z.string() })
export const Foot = z.object({ whole: z.literal(true), tables: z.number().int(), files: z.number().int().default(0) })
export type Head = z.output<typeof Head>

/** A parsed line; rows are arrays, every other line is an object identified by one field. */
export type BackupLine =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: z.output<typeof TableHead>; line: string }
  | { kind: 'row'; line: string }
  | { kind: 'end'; end: z.output<typeof TableFoot> }
  | { kind: 'file'; file: z.output<typeof FilePiece> }
  | { kind: 'fileEnd'; fileEnd: z.output<typeof FileEnd> }
  | { kind: 'key'; key: z.output<typeof KeyLine> }
  | { kind: 'foot'; foot: z.output<typeof Foot> }

/** No row, piece of a file or key of ours is nearly as long. */
const longestLine = 64 * 1024 * 1024
/** Maximum decompressed size: rows compress well, but a higher ratio is an attack on memory and disk. */
const mostInflated = (compressedBytes: number): number => 64 * 1024 * 1024 + 200 * compressedBytes

/** The error of a file that is not our backup, lacks its end, or was altered at a part of it. */
const broken = (problem: 'backup.none' | 'backup.cut' | 'backup.empty') =>
  new AppError('BACKUP_UNREADABLE', { problem })
export const altered = (part: string) =>
  new AppError('BACKUP_UNREADABLE', { problem: 'backup.altered', values: { part } })

/** Convert an error of the stream below the lines. */
function brokenStream(error: unknown, hasHead: boolean): AppError {
  if (error instanceof AppError) return error
  // A failed call of the operating system says nothing about the content.
  if (error instanceof Error && 'syscall' in error)
    return new AppError('BACKUP_UNREADABLE', { problem: 'backup.unread', values: { reason: reasonOf(error) } })
  const code = reasonOf(error)
  if (!hasHead && code === 'Z_DATA_ERROR') return broken('backup.none')
  return code === 'Z_BUF_ERROR' ? broken('backup.cut') : altered(code)
}

function parseLine(line: string): BackupLine {
  if (line.startsWith('[')) return { kind: 'row', line }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw altered('JSON')
  }
  const has = (field: string) => typeof value === 'object' && value !== null && field in value
  try {
    if (has('format')) return { kind: 'head', head: Head.parse(value) }
    if (has('table')) return { kind: 'table', table: TableHead.parse(value), line }
    if (has('end')) return { kind: 'end', end: TableFoot.parse(value) }
    if (has('file')) return { kind: 'file', file: FilePiece.parse(value) }
    if (has('fileEnd')) return { kind: 'fileEnd', fileEnd: FileEnd.parse(value) }
    if (has('key')) return { kind: 'key', key: KeyLine.parse(value) }
    return { kind: 'foot', foot: Foot.parse(value) }
  } catch {
    throw altered(line.slice(0, 80))
  }
}

/** Check the tables in the file against the list in the head. */
function createHeadCheck() {
  let stated: Map<string, number> | null = null
  const met = new Set<string>()
  return {
    head(head: Head): void {
      if (head.tables) stated = new Map(head.tables.map(({ name, rows }) => [name, rows]))
    },
    table(name: string): void {
      if (met.has(name) || (stated && !stated.has(name))) throw altered(name)
      met.add(name)
    },
    /** Called with every row, so that a file with surplus rows is refused at the first one. */
    rows(name: string, count: number): void {
      if (stated && count > (stated.get(name) ?? 0)) throw altered(name)
    },
    end(name: string, count: number): void {
      if (stated && count !== stated.get(name)) throw altered(name)
    },
    whole: (): boolean => stated === null || stated.size === met.size,
  }
}

/** Check each line against the lines before it. @throws AppError BACKUP_UNREADABLE */
function createLineCheck() {
  const headCheck = createHeadCheck()
  let hasHead = false
  let isWhole = false
  let open: string | null = null
  let hash = createHash('sha256')
  let rows = 0
  let tables = 0
  let files = 0
  let fileHash = createHash('sha256')
  const check = (line: BackupLine): void => {
    if (line.kind === 'head') {
      hasHead = true
      headCheck.head(line.head)
    } else if (line.kind === 'table') {
      headCheck.table(line.table.table)
      if (open !== null) throw altered(open)
      open = line.table.table
      hash = createHash('sha256').update(`${line.line}\n`)
      rows = 0
    } else if (line.kind === 'row') {
      if (open === null) throw altered('[')
      hash.update(`${line.line}\n`)
      rows += 1
      headCheck.rows(open, rows)
    } else if (line.kind === 'end') {
      tables += 1
      headCheck.end(line.end.end, rows)
      if (line.end.end !== open) throw altered(line.end.end)
      open = null
      if (line.end.rows !== rows || line.end.sha256 !== hash.digest('hex')) throw altered(line.end.end)
    } else if (line.kind === 'file') fileHash.update(Buffer.from(line.file.base64, 'base64'))
    else if (line.kind === 'fileEnd') {
      files += 1
      if (line.fileEnd.sha256 !== fileHash.digest('hex')) throw altered(line.fileEnd.fileEnd)
      fileHash = createHash('sha256')
    } else if (line.kind === 'foot')
      isWhole = open === null && headCheck.whole() && line.foot.tables === tables && line.foot.files === files
  }
  return { check, hasHead: () => hasHead, isWhole: () => isWhole }
}

/**
 * Yield the lines of a backup file in batches, and verify every checksum.
 * @throws AppError BACKUP_UNREADABLE for a file that is missing, unreadable, truncated, altered or no backup
 */
export async function* readBackup(path: string): AsyncGenerator<BackupLine[], void, unknown> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw brokenStream(error, false)
  })
  if (size === 0) throw broken('backup.empty')
  const { check, hasHead, isWhole } = createLineCheck()
  let inflated = 0
  const source = createReadStream(path)
  const text = source.pipe(createGunzip()).setEncoding('utf8')
  source.once('error', (error) => text.destroy(error))
  let rest: string[] = []
  let unended = 0
  const checked = (line: string): BackupLine => {
    let parsed: BackupLine
    try {
      parsed = parseLine(line)
    } catch (error) {
      throw hasHead() ? error : broken('backup.none')
    }
    check(parsed)
    return parsed
  }
  try {
    for await (const chunk of text) {
      const text = String(chunk)
      inflated += text.length
      if (inflated > mostInflated(size)) throw altered('size')
      const end = text.lastIndexOf('\n')
      // Collect the pieces of an unfinished line: joining them again with every chunk would take quadratic time.
      rest.push(text.slice(end + 1))
      unended += text.length
      if (end < 0) {
        if (unended > longestLine) throw altered('line')
        continue
      }
      const tail = rest.pop() ?? ''
      const lines = (rest.join('') + text.slice(0, end)).split('\n')
      rest = [tail]
      unended = tail.length
      yield lines.map(checked)
    }
  } catch (error) {
    throw brokenStream(error, hasHead())
  } finally {
    source.destroy()
  }
  if (unended > 0 || !isWhole()) throw broken(hasHead() ? 'backup.cut' : 'backup.none')
}

const piece = 64 * 1024

/** Join small texts into chunks that are large enough for compression. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void, unknown> {
  let gathered = ''
  for await (const text of texts) {
    gathered += text
    if (gathered.length < piece) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}

/**
 * Return the lines as a gzip stream with backpressure; `end` stops the reading and waits until the lines have released
 * their resources.
 */
export function compress(lines: AsyncIterable<string>): { bytes: AsyncIterable<Buffer>; end(): Promise<void> } {
  const source = Readable.from(inPieces(lines))
  const gone = new Promise<void>((done) => source.once('close', done))
  const gzip = createGzip({ level: 6 })
  source.once('error', (error) => gzip.destroy(error))
  gzip.once('close', () => source.destroy())
  return {
    bytes: source.pipe(gzip),
    async end() {
      gzip.destroy()
      source.destroy()
      await gone
    },
  }
}
