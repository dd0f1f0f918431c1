import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { Storage } from '#server/services/storage.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryMonth } from '#shared/history.ts'
import { compareMonth, discardFile, noteFile } from './archive-file.ts'
import { monthLines } from './month-rows.ts'
import { type MonthTable, monthColumns, monthTable } from './month-table.ts'
import { readMonth } from './status.ts'
import { type Changing, isWritten, lockBriefly, lockChanging } from './swap-month.ts'

/** `onRows` is told how many rows have been read, again and again. */
export type Archiving = {
  db: Kysely<Database>
  archive: Archive
  storage: Storage
  changing: Changing
  onRows?: (rows: number) => void
}

/** @throws AppError NOT_FOUND without such a month, MONTH_OPEN for one that is not closed or was written since, MONTH_ARCHIVED */
async function requireClosed(db: Kysely<Database>, month: Month): Promise<HistoryMonth> {
  const found = await readMonth(db, month)
  if (!found) throw new AppError('NOT_FOUND')
  if (found.state === 'archived') throw new AppError('MONTH_ARCHIVED', { values: { month } })
  if (found.state === 'open' || found.isWritten) throw new AppError('MONTH_OPEN', { values: { month } })
  return found
}

/** Takes the rows out of the database: all of it or nothing, when the transaction ends. Readers wait for a moment at most. */
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
  // The table first, then its part, as readers take them.
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
 * Moves a closed month into the archive: its file is written, read back and compared with the rows, and only then do these leave the
 * database. A process that ends on the way leaves the month where it was.
 * @throws AppError NOT_FOUND, MONTH_OPEN, MONTH_ARCHIVED, ARCHIVE_PACKAGE, STORAGE_FULL; BUSY when somebody writes into the month meanwhile
 */
export async function archiveMonth(
  { db, archive, storage, changing, onRows }: Archiving,
  wanted: Month,
): Promise<ArchiveFile> {
  await requireClosed(db, wanted)
  const month = monthTable(wanted)
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
    const file = await archive.make(wanted, { columns, lines }, note)
    await changing.at?.('stored')
    const rows = await compareMonth(db, archive, file, sql.table(month.name), columns)
    await changing.at?.('checked')
    await db.transaction().execute((trx) => takeOut(trx, month, file, rows, changing))
    return file
  } catch (error) {
    // What is to be told is why it failed; a file that cannot be removed now is swept later.
    if (noted) await discardFile(db, storage, noted).catch(() => undefined)
    throw error
  }
}
