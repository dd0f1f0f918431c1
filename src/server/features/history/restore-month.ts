import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { columnsOf, compareMonth, daysIn } from './archive-file.ts'
import type { Archiving } from './archive-month.ts'
import { archivedMonths, asDays } from './archived-months.ts'
import {
  addIndexes,
  addKey,
  type MonthColumn,
  type MonthTable,
  makeCopy,
  monthColumns,
  monthTable,
  withCopy,
} from './month-table.ts'
import { type Changing, lockChanging, swapIn } from './swap-month.ts'

/** Insert the rows of the file into the copy. Each day of a tenant is stored together, ordered by owner. */
async function fill(
  db: Db,
  { archive, changing, onRows }: Archiving,
  file: ArchiveFile,
  month: MonthTable,
  columns: readonly MonthColumn[],
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  // One query per day, so that at most one day has to be sorted at a time.
  const queries = (await archive.rows(file, daysIn)).map(
    ({ day }) =>
      (days: RawBuilder<unknown>) =>
        sql<object>`select ${names} from ${days} where business_date = ${day}::date order by company_id, client_id, account_id, device_id`,
  )
  for await (const some of archive.stream(file, queries)) {
    changing.signal?.throwIfAborted()
    await sql`insert into ${sql.table(month.copy)} (${names}) select ${names} from ${asDays(some)}`.execute(db)
    onRows?.(some.length)
  }
}

async function putBack(
  trx: Transaction<Database>,
  month: MonthTable,
  { fileName }: ArchiveFile,
  changing: Changing,
): Promise<void> {
  await lockChanging(trx, month)
  const { rows: archived } =
    await sql`select from history_month where month = ${month.first}::date and file_name = ${fileName} for update`.execute(
      trx,
    )
  if (archived.length === 0) throw new AppError('BUSY')
  await swapIn(trx, month, changing)
  await sql`update history_file set dropped_at = now() where file_name = ${fileName}`.execute(trx)
}

/**
 * Restore an archived month into the database as a closed month. Readers find it in the archive until then; if the
 * process ends before, it stays there. Its file is kept while an older backup may need it.
 * @throws AppError MONTH_NOT_ARCHIVED, ARCHIVE_MISSING, ARCHIVE_DAMAGED, ARCHIVE_PACKAGE, STORAGE_AWAY, STORAGE_SILENT;
 * BUSY when another process changes the month
 */
export async function restoreMonth(parts: Archiving, monthName: Month): Promise<ArchiveFile> {
  const { db, archive, changing } = parts
  const month = monthTable(monthName)
  const [file] = await archivedMonths(db, month.first, month.first)
  if (!file) throw new AppError('MONTH_NOT_ARCHIVED', { values: { month: monthName } })
  const columns = await columnsOf(archive, file, await monthColumns(db))
  const checkCopy = (on: Db) => compareMonth(on, archive, file, sql.table(month.copy), columns)
  if (changing.embedded) {
    await withCopy(db, month, async () => {
      await fill(db, parts, file, month, columns)
      await changing.at?.('filled')
      await addKey(db, month)
      await addIndexes(db, month)
      await changing.at?.('keyed')
      await checkCopy(db)
      await db.transaction().execute((trx) => putBack(trx, month, file, changing))
    })
  } else {
    // In one transaction, an ending process leaves no partial copy.
    await db.transaction().execute(async (trx) => {
      await lockChanging(trx, month)
      await makeCopy(trx, month)
      await fill(trx, parts, file, month, columns)
      await changing.at?.('filled')
      await addKey(trx, month)
      await addIndexes(trx, month)
      await changing.at?.('keyed')
      await checkCopy(trx)
      await putBack(trx, month, file, changing)
    })
  }
  await sql`vacuum (analyze) ${sql.table(month.name)}`.execute(db)
  return file
}
