import type { Kysely } from 'kysely'
import { migrationStatus } from '#server/db/migrate.ts'
import { schemaAge } from '#server/db/rebuild-schema.ts'
import type { Database } from '#server/db/tables.ts'
import { DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { altered, readBackup } from './backup-file.ts'
import { readTables } from './backup-tables.ts'

type Checked = {
  createdAt: string
  keys: { key: string; base64: string }[]
  /** The migrations of its schema, if that is older than the current one. */
  olderSchema: string[] | null
  /** The machine types of its rows, in their order; none in a file from before such rows existed. */
  types: string[]
}

/** Return the name of a machine type in a row of the file. @throws AppError BACKUP_UNREADABLE for an invalid name */
function typeIn(line: string, column: number): string {
  const name: unknown = (JSON.parse(line) as unknown[])[column]
  const { success, data } = DeviceType.safeParse(name)
  if (!success) throw altered('machine_type')
  return data
}

/**
 * Read the whole file once before anything is changed.
 * @throws AppError BACKUP_UNREADABLE, also for a missing table, BACKUP_VERSION
 */
export async function checkFile(path: string, db: Kysely<Database>): Promise<Checked> {
  const keys: { key: string; base64: string }[] = []
  let createdAt = ''
  let olderSchema: string[] | null = null
  const shapes = await readTables(db)
  const missing = new Set(shapes.map(({ name }) => name))
  const types: string[] = []
  let typeColumn = -1
  for await (const lines of readBackup(path)) {
    for (const line of lines) {
      if (line.kind === 'head') {
        createdAt = line.head.createdAt
        const { migrations } = line.head
        const age = schemaAge(migrations)
        if (age === 'unknown') {
          const program = (await migrationStatus(db)).at(-1)?.name ?? '-'
          throw new AppError('BACKUP_VERSION', { values: { backup: migrations.at(-1) ?? '-', program } })
        }
        if (age === 'older') olderSchema = migrations
      } else if (line.kind === 'table') {
        missing.delete(line.table.table)
        typeColumn = line.table.table === 'machine_type' ? line.table.columns.indexOf('name') : -1
      } else if (line.kind === 'row' && typeColumn !== -1) types.push(typeIn(line.line, typeColumn))
      else if (line.kind === 'key') keys.push(line.key)
    }
  }
  const [absent] = missing
  // The tables of an older schema are known only when it is created.
  if (absent !== undefined && (olderSchema === null || missing.size === shapes.length)) throw altered(absent)
  return { createdAt, keys, olderSchema, types }
}
