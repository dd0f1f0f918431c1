import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import { readMachineTypes } from '#server/services/machine-types.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type DaySums, daySums, rowsOf } from './month-rows.ts'
import type { MonthColumn } from './month-table.ts'

/**
 * Store the row of a file before a month refers to it. If the process ends then, the sweep removes the file like any
 * file that no month refers to.
 */
export async function noteFile(db: Kysely<Database>, { fileName, month, bytes, sha256 }: ArchiveFile): Promise<void> {
  await sql`insert into history_file (file_name, month, rows, bytes, sha256, dropped_at)
    values (${fileName}, ${`${month}-01`}::date, 0, ${bytes}, ${sha256}, now())`.execute(db)
}

/** Remove a file that no month refers to. Keep it if a month does, as after a commit whose answer was lost. */
export async function discardFile(
  db: Kysely<Database>,
  storage: Storage,
  { fileName }: Pick<ArchiveFile, 'fileName'>,
): Promise<void> {
  const { rows } = await sql<{
    file: string
  }>`delete from history_file where file_name = ${fileName} and dropped_at is not null
    and not exists (select from history_month where file_name = ${fileName}) returning file_name as file`.execute(db)
  if (rows.length > 0) await storage.remove(fileName)
}

/** Return the columns of a month that its file has. A later migration may have added others. */
export async function columnsOf(
  archive: Archive,
  file: ArchiveFile,
  columns: readonly MonthColumn[],
): Promise<MonthColumn[]> {
  const found = await archive.rows(
    file,
    (days) => sql<{ column_name: string }>`select column_name from (describe select * from ${days})`,
  )
  const held = new Set(found.map(({ column_name }) => column_name))
  return columns.filter(({ name }) => held.has(name))
}

/** Select the days of a table or file, in SQL that both engines support. */
export const daysIn = (from: RawBuilder<unknown>): RawBuilder<{ day: Day }> =>
  sql<{ day: Day }>`select distinct business_date::text as day from ${from} order by 1`
const sorted = (sums: readonly DaySums[]) =>
  JSON.stringify(sums.map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))))

/**
 * Compare a month day by day and tenant by tenant: number of rows and sums of every column.
 * @param table the table with the rows in the database
 * @returns the number of rows
 * @throws AppError ARCHIVE_DAMAGED at the first difference
 */
export async function compareMonth(
  db: Db,
  archive: Archive,
  file: ArchiveFile,
  table: RawBuilder<unknown>,
  columns: readonly MonthColumn[],
): Promise<number> {
  let rows = 0
  const types = (await readMachineTypes(db)).map(({ name }) => name)
  const { rows: days } = await daysIn(table).execute(db)
  for (const { day } of days) {
    const { rows: here } = await daySums(table, columns, types, day).execute(db)
    const there = await archive.rows(file, (days) => daySums(days, columns, types, day))
    if (sorted(here) !== sorted(there))
      throw new AppError('ARCHIVE_DAMAGED', { values: { file: file.fileName, month: file.month } })
    rows += rowsOf(here)
  }
  const [all] = await archive.rows(file, (days) => sql<{ rows: string }>`select count(*)::text as rows from ${days}`)
  if (Number(all?.rows) !== rows)
    throw new AppError('ARCHIVE_DAMAGED', { values: { file: file.fileName, month: file.month } })
  return rows
}
