import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import { requireStorage } from '#server/services/storage/lost-storage.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryMonth } from '#shared/history.ts'
import { compareMonth, discardFile, noteFile } from './archive-file.ts'
import { monthLines } from './month-rows.ts'
import { type MonthTable, monthColumns, monthTable } from './month-table.ts'
import { readMonth } from './status.ts'
import { type Changing, isWritten, lockBriefly, lockChanging } from './swap-month.ts'

/** `onRows` is called repeatedly with the number of rows read since. */
export type Archiving = {
  db: Kysely<Database>
  archive: Archive
  storage: Storage
  changing: Changing
  onRows?: (rows: number) => void
}

/**
 * @throws AppError NOT_FOUND for an unknown month, MONTH_OPEN for one that is not closed or was written since,
 * MONTH_ARCHIVED
 */
async function requireClosed(db: Kysely<Database>, month: Month): Promise<HistoryMonth> {
  const found = await readMonth(db, month)
  if (!found) throw new AppError('NOT_FOUND')
  if (found.state === 'archived') throw new AppError('MONTH_ARCHIVED', { values: { month } })
  if (found.state === 'open' || found.isWritten) throw new AppError('MONTH_OPEN', { values: { month } })
  return found
}

/**
 * Drop the rows from the database. All changes take effect together at the end of the transaction, and readers wait
 * only briefly.
 */
async function takeOut(
  trx: Transaction<Database>,
  month: MonthTable,
  { fileName }: ArchiveFile,
  rows: number,
  changing: Changing,
): Promise<void> {
  await lockChanging(trx, month)
  const { rows: closed } =
    await sql`select from history_month where month = ${month.first}::date and state = 'closed' for update`.execute(trx)
  if (closed.length === 0) throw new AppError('BUSY')
  // Lock the table before its partition, in the order in which readers lock them.
  await lockBriefly(
    trx,
    sql`lock table only device_daily, only ${sql.table(month.name)} in access exclusive mode`,
    changing,
  )
  await changing.at?.('locked')
  if (await isWritten(trx, month)) throw new AppError('BUSY')
  await sql`alter table device_daily detach partition ${sql.table(month.name)}`.execute(trx)
  await sql`drop table ${sql.table(month.name)}`.execute(trx)
  await changing.at?.('detached')
  await sql`update history_file set rows = ${rows}, dropped_at = null where file_name = ${fileName}`.execute(trx)
  await sql`update history_month set state = 'archived', archived_at = now(), file_name = ${fileName} where month = ${month.first}::date`.execute(
    trx,
  )
  await changing.at?.('noted')
}

/**
 * Move a closed month into the archive. Its file is written, read back and compared with the rows; only then are the
 * rows dropped. If the process ends before, the month stays in the database.
 * @throws AppError NOT_FOUND, MONTH_OPEN, MONTH_ARCHIVED, ARCHIVE_PACKAGE, STORAGE_FULL, STORAGE_AWAY, STORAGE_SILENT;
 * BUSY when the month is written meanwhile
 */
export async function archiveMonth(
  { db, archive, storage, changing, onRows }: Archiving,
  monthName: Month,
): Promise<ArchiveFile> {
  await requireClosed(db, monthName)
  // The storage refuses the file itself, but only after minutes of reading and packing the month.
  await requireStorage(db, storage)
  const month = monthTable(monthName)
  const columns = await monthColumns(db)
  const lines = monthLines(db, month, columns, {
    embedded: changing.embedded,
    signal: changing.signal,
    ...(onRows ? { onRows } : {}),
  })
  let noted: ArchiveFile | null = null
  const note = async (file: ArchiveFile) => {
    noted = file
    await noteFile(db, file)
  }
  try {
    const file = await archive.make(monthName, { columns, lines }, note)
    await changing.at?.('stored')
    const rows = await compareMonth(db, archive, file, sql.table(month.name), columns)
    await changing.at?.('checked')
    await db.transaction().execute((trx) => takeOut(trx, month, file, rows, changing))
    return file
  } catch (error) {
    // Report the original error. A file that cannot be removed now is swept later.
    if (noted) await discardFile(db, storage, noted).catch(() => undefined)
    throw error
  }
}
