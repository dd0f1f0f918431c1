import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isSpread } from '#server/db/citus/sharded-tables.ts'
import { isThere, migrateOn, rebuildSchema } from '#server/db/rebuild-schema.ts'
import { keepSerialsApart, releaseSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { adoptStorage } from '#server/features/attachments/sweep.ts'
import { keepFiles, knownFiles, reopenMonths, stopNoting } from '#server/features/history/restored-months.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { altered, type BackupLine, readBackup } from './backup-file.ts'
import { readTables, rowLines, settleTexts, type TableShape } from './backup-tables.ts'
import { checkFile } from './check-backup.ts'
import { addSumsOfAll } from './sums-of-all.ts'

export type RestoreOptions = {
  /** Empty the database first; otherwise a database with content is refused. */
  replace: boolean
  /** The data folder that receives the keys of the file; null = the keys are not restored. */
  keysDataDir: string | null
  /** The storage that receives the uploads and reports of the file. */
  storage: Storage
  /** Record the restore, in its transaction. */
  record?: (trx: Transaction<Database>, restored: Omit<Restored, 'keys'>) => Promise<void>
}
export type Restored = {
  tables: number
  rows: number
  files: number
  keys: number
  keysInFile: number
  createdAt: string
}

const rowsAtOnce = 2_000
type OpenTable = Extract<BackupLine, { kind: 'table' }>['table'] & { shape: TableShape; line: string }

/**
 * Add these machine types to the enum. A new enum value is usable only in a later transaction, so it stays when the
 * restore fails: without a row of its own no user sees it as a type.
 */
async function addTypes(db: Kysely<Database>, types: readonly string[]): Promise<void> {
  for (const name of types) await sql`alter type device_type add value if not exists ${sql.lit(name)}`.execute(db)
}

type NewFiles = { put(name: string, bytes: Uint8Array): Promise<void>; removeAll(): Promise<void> }

/** Store files and track which of them are new, so that a failed restore removes them again. */
function newFiles(storage: Storage): NewFiles {
  const made: string[] = []
  const isThere = (name: string) =>
    storage.open(name).then(
      ({ stream }) => {
        stream.destroy()
        return true
      },
      () => false,
    )
  return {
    async put(name, bytes) {
      if (!(await isThere(name))) made.push(name)
      await storage.put(name, bytes)
    },
    async removeAll() {
      await Promise.allSettled(made.splice(0).map((name) => storage.remove(name)))
    },
  }
}

async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    filled: boolean
  }>`select exists (select from company) or exists (select from app_user) as filled`.execute(db)
  return rows[0]?.filled === false
}

/** Create the partitions before their rows are inserted. */
async function makeMonths(
  db: Transaction<Database>,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const [column, make] =
    table === 'device_daily' ? ['business_date', 'device_daily_month'] : ['hour', 'device_hour_month']
  const at = columns.indexOf(column)
  const months = new Set(lines.map((line) => `${(JSON.parse(line) as string[])[at]?.slice(0, 7)}-01`))
  for (const month of months) await sql`select ${sql.ref(make)}(${month})`.execute(db)
}

async function insertRows(
  db: Transaction<Database>,
  { shape, columns }: OpenTable,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  if (shape.name === 'device_daily' || shape.name === 'device_hour') await makeMonths(db, shape.name, columns, lines)
  const types = new Map(shape.columns.map(({ name, type }) => [name, type]))
  const values = columns.map((name, index) => sql`(line->>${sql.lit(index)})::${sql.raw(types.get(name) ?? 'text')}`)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(shape.name)} (${names}) overriding system value
    select ${sql.join(values)} from json_array_elements(${`[${lines.join(',')}]`}::json) line`.execute(db)
}

async function finishTable(db: Transaction<Database>, table: OpenTable): Promise<void> {
  for (const [column, { last, called }] of Object.entries(table.counters)) {
    await sql`select setval(pg_get_serial_sequence(${table.table}, ${column}), ${last}::bigint, ${called})`.execute(db)
  }
}

/** Read the rows back and compare checksums: a value that the engine has changed is found before the commit. */
async function checkTable(db: Transaction<Database>, { shape, line }: OpenTable, sha256: string): Promise<void> {
  const hash = createHash('sha256').update(`${line}\n`)
  for await (const lines of rowLines(db, shape)) hash.update(`${lines.join('\n')}\n`)
  if (hash.digest('hex') !== sha256) throw altered(shape.name)
}

function openTable(line: Extract<BackupLine, { kind: 'table' }>, shapes: ReadonlyMap<string, TableShape>): OpenTable {
  const shape = shapes.get(line.table.table)
  const known = new Set(shape?.columns.map(({ name }) => name))
  if (!shape || line.table.columns.length !== known.size || !line.table.columns.every((column) => known.has(column)))
    throw altered(line.table.table)
  return { ...line.table, shape, line: line.line }
}

async function load(
  db: Transaction<Database>,
  path: string,
  storage: NewFiles,
): Promise<{ tables: number; rows: number; files: number }> {
  const shapes = await readTables(db)
  const byName = new Map(shapes.map((shape) => [shape.name, shape]))
  const all = sql.join(shapes.map(({ name }) => sql.table(name)))
  // Counters and roll-ups come from the file; their triggers would count every row twice. The audit log refuses
  // deletes: here it is replaced as a whole, and the next entry names the user.
  for (const { name } of shapes) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
  await stopNoting(db)
  await sql`truncate ${all} restart identity cascade`.execute(db)
  // An older database may hold two spellings of one serial; its index then exempts other machines.
  const keepsApart = await isThere(db, 'device_serial_once')
  if (keepsApart) await releaseSerials(db)
  // A file has every table of its schema, including empty ones: a missing table would delete the current rows.
  const missing = new Set(byName.keys())
  let table: OpenTable | null = null
  let waiting: string[] = []
  let pieces: Buffer[] = []
  const counted = { tables: 0, rows: 0, files: 0 }
  const write = async () => {
    if (table) await insertRows(db, table, waiting)
    counted.rows += waiting.length
    waiting = []
  }
  for await (const lines of readBackup(path)) {
    for (const line of lines) {
      if (line.kind === 'table') table = openTable(line, byName)
      else if (line.kind === 'row') {
        waiting.push(line.line)
        // A company may precede its parent, so that table is inserted by one statement.
        if (waiting.length >= rowsAtOnce && table?.table !== 'company') await write()
      } else if (line.kind === 'end' && table) {
        await write()
        await finishTable(db, table)
        await checkTable(db, table, line.end.sha256)
        missing.delete(table.table)
        counted.tables += 1
      } else if (line.kind === 'file') pieces.push(Buffer.from(line.file.base64, 'base64'))
      else if (line.kind === 'fileEnd') {
        // Before the rows are committed: a row never lacks its file.
        await storage.put(line.fileEnd.fileEnd, Buffer.concat(pieces))
        pieces = []
        counted.files += 1
      }
    }
  }
  const [absent] = missing
  if (absent !== undefined) throw altered(absent)
  // Check foreign keys now: a table with pending checks cannot be altered.
  await sql`set constraints all immediate`.execute(db)
  if (keepsApart) await keepSerialsApart(db)
  for (const { name } of shapes) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
  return counted
}

/** @throws AppError KEYS_READ_ONLY when the keys of the file cannot be written */
async function requireWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK).catch(() => {
    throw new AppError('KEYS_READ_ONLY', { values: { folder } })
  })
}

async function writeKeys(dataDir: string, keys: readonly { key: string; base64: string }[]): Promise<void> {
  const folder = join(dataDir, 'keys')
  for (const { key, base64 } of keys) {
    const path = join(folder, key)
    await writeFile(`${path}.restored`, Buffer.from(base64, 'base64'), { mode: 0o600 })
    await chmod(`${path}.restored`, 0o600)
    await rename(`${path}.restored`, path)
  }
}

/**
 * Restore a backup into a migrated database, all of it or nothing. A backup of an older schema is loaded into that
 * schema, which is created in place of the current one and then migrated, like its own database.
 * @throws AppError DATABASE_NOT_EMPTY, BACKUP_UNREADABLE or BACKUP_VERSION, with the database unchanged
 */
export async function restore(db: Kysely<Database>, path: string, options: RestoreOptions): Promise<Restored> {
  // Rows would stay on the first node: restore into a database of one node, then distribute it.
  if (await isSpread(db)) throw new AppError('DATABASE_NOT_EMPTY', { word: 'error.restoreOnNodes' })
  if (!options.replace && !(await isEmpty(db))) throw new AppError('DATABASE_NOT_EMPTY')
  const { createdAt, keys, olderSchema, types } = await checkFile(path, db)
  if (options.keysDataDir !== null && keys.length > 0) await requireWritable(join(options.keysDataDir, 'keys'))
  const files = newFiles(options.storage)
  if (!olderSchema) await addTypes(db, types)
  const loading = db.transaction().execute(async (transaction) => {
    await settleTexts(transaction)
    const archived = await knownFiles(transaction)
    if (olderSchema) await rebuildSchema(transaction, olderSchema, types)
    await sql`set constraints all deferred`.execute(transaction)
    const counted = { ...(await load(transaction, path, files)), keysInFile: keys.length, createdAt }
    if (olderSchema) await migrateOn(transaction, olderSchema)
    await reopenMonths(transaction)
    await addSumsOfAll(transaction)
    await keepFiles(transaction, archived)
    // The trigger that records changes of names was disabled.
    await sql`select move_place_version()`.execute(transaction)
    await options.record?.(transaction, counted)
    return counted
  })
  const loaded = await loading.catch(async (error: unknown) => {
    await files.removeAll()
    throw error
  })
  await adoptStorage(db, options.storage)
  if (options.keysDataDir !== null) await writeKeys(options.keysDataDir, keys)
  return { ...loaded, keys: options.keysDataDir === null ? 0 : keys.length }
}
