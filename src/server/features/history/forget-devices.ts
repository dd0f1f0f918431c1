import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import { AppError } from '#shared/errors.ts'
import { discardFile, noteFile } from './archive-file.ts'
import type { Archiving } from './archive-month.ts'
import { archivedMonths, asDays } from './archived-months.ts'
import { monthTable } from './month-table.ts'
import { lockBriefly, lockChanging } from './swap-month.ts'

/** No month in the product is outside this range. */
const allDays = ['1900-01-01', '2199-12-31'] as const
/** Number of devices whose rows of a month one statement takes. */
const chunk = 200

async function countRows(
  archive: Archive,
  file: ArchiveFile,
  ids: readonly number[],
): Promise<{ theirs: number; all: number }> {
  const theirs = sql`device_id = any(${[...ids]}::int[])`
  const [found] = await archive.rows(
    file,
    (days) =>
      sql<{
        theirs: number
        all: number
      }>`select (count(*) filter (where ${theirs}))::int as theirs, count(*)::int as "all" from ${days}`,
  )
  return found ?? { theirs: 0, all: 0 }
}

/**
 * Subtract the rows of devices from the roll-ups of an archived month. The triggers that keep the roll-ups do it: the
 * rows are deleted from a partition that exists only in this transaction.
 */
async function subtract(
  trx: Transaction<Database>,
  { archive, changing }: Archiving,
  file: ArchiveFile,
  ids: readonly number[],
): Promise<void> {
  const { first, name } = monthTable(file.month)
  await sql`select make_device_daily_month(${first}::date)`.execute(trx)
  for (let at = 0; at < ids.length; at += chunk) {
    const some = ids.slice(at, at + chunk)
    const rows = await archive.rows<object>(
      file,
      (days) => sql`select * from ${days} where device_id = any(${some}::int[])`,
    )
    // Insert into the partition itself, where no trigger counts the rows again.
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
    if (rows.length > 0)
      await sql`insert into ${sql.table(name)} (${columns}) select ${columns} from ${asDays(rows)}`.execute(trx)
    await sql`delete from device_daily where business_date >= ${first}::date and business_date < (${first}::date + interval '1 month')::date`.execute(
      trx,
    )
  }
  await lockBriefly(trx, sql`lock table only device_daily in access exclusive mode`, changing)
  await sql`drop table ${sql.table(name)}`.execute(trx)
}

async function forgetIn(parts: Archiving, file: ArchiveFile, ids: readonly number[]): Promise<void> {
  const { db, archive, storage, changing } = parts
  const before = await countRows(archive, file, ids)
  if (before.theirs === 0) return
  let noted: ArchiveFile | null = null
  try {
    const next = await archive.make(file.month, { of: file, withoutDeviceIds: ids }, async (made) => {
      noted = made
      await noteFile(db, made)
    })
    const after = await countRows(archive, next, ids)
    if (after.theirs !== 0 || after.all !== before.all - before.theirs)
      throw new AppError('ARCHIVE_DAMAGED', { values: { file: next.fileName, month: next.month } })
    await db.transaction().execute(async (trx) => {
      const month = monthTable(file.month)
      await lockChanging(trx, month)
      const { rows } =
        await sql`select from history_month where month = ${month.first}::date and file_name = ${file.fileName} for update`.execute(
          trx,
        )
      if (rows.length === 0) throw new AppError('BUSY')
      await subtract(trx, parts, file, ids)
      await changing.at?.('detached')
      await sql`update history_file set rows = ${after.all}, dropped_at = null where file_name = ${next.fileName}`.execute(
        trx,
      )
      await sql`update history_month set file_name = ${next.fileName} where month = ${month.first}::date`.execute(trx)
      await sql`update history_file set dropped_at = now() where file_name = ${file.fileName}`.execute(trx)
    })
  } catch (error) {
    if (noted) await discardFile(db, storage, noted).catch(() => undefined)
    throw error
  }
}

/**
 * Remove devices from every archived month: rewrite each file that has rows of them, and subtract the rows from the
 * roll-ups.
 * @throws AppError ARCHIVE_PACKAGE, ARCHIVE_MISSING, ARCHIVE_DAMAGED, BUSY; the months before the failed one are done
 */
export async function forgetDevices(parts: Archiving, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  for (const file of await archivedMonths(parts.db, ...allDays)) await forgetIn(parts, file, deviceIds)
}
