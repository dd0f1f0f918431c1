import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay, type Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'

/** What reading device-days needs beside the database; `today` = the business day. */
export type DayReading = { archive: Archive; today: Day }
export const dayReading = (ctx: SignedInContext): DayReading => ({
  archive: ctx.services.archive,
  today: businessDay(ctx.clock(), ctx.config.timeZone),
})

/** The archived months of a range of days, the oldest first. */
export async function archivedMonths(db: Kysely<Database>, start: Day, end: Day): Promise<ArchiveFile[]> {
  const { rows } = await sql<ArchiveFile>`
    select to_char(m.month, 'YYYY-MM') as month, f.file_name as "fileName", f.bytes::float8 as bytes, f.sha256
    from history_month m join history_file f on f.file_name = m.file_name
    where m.state = 'archived' and m.month between date_trunc('month', ${start}::date)::date and ${end}::date order by 1`.execute(
    db,
  )
  return rows
}

const filesOf = (months: readonly ArchiveFile[]) => months.map(({ fileName }) => fileName).join()

/**
 * Reads days where they lie: `read` is told which months of the range are in the archive, and the others it finds in device_daily. It reads
 * again when one has been archived or brought back meanwhile, for then the rows were perhaps nowhere. Only months that are over are
 * archived, so that days of the present one cost no question.
 */
export async function readDays<T>(
  db: Kysely<Database>,
  today: Day,
  { start, end }: { start: Day; end: Day },
  read: (archived: ArchiveFile[]) => Promise<T>,
): Promise<T> {
  if (start.slice(0, 7) >= today.slice(0, 7)) return read([])
  for (;;) {
    const before = await archivedMonths(db, start, end)
    const answer = await read(before)
    if (filesOf(before) === filesOf(await archivedMonths(db, start, end))) return answer
  }
}

/** Rows that were read from the archive, as a table of a statement with the columns of device_daily. */
export const asDays = (rows: readonly object[]): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::device_daily, ${JSON.stringify(rows)}::json)`

/**
 * For what is about to write into a day: its month may not be in the archive, nor get there before the transaction ends.
 * @param rehearsal nothing is written, and nobody is held up
 * @throws AppError MONTH_ARCHIVED
 */
export async function refuseArchived(
  trx: Transaction<Database>,
  day: Day,
  { rehearsal }: { rehearsal: boolean },
): Promise<void> {
  const month = day.slice(0, 7)
  const { rows } = await sql<{
    state: string
  }>`select state from history_month where month = ${`${month}-01`}::date ${rehearsal ? sql`` : sql`for share`}`.execute(
    trx,
  )
  if (rows[0]?.state === 'archived') throw new AppError('MONTH_ARCHIVED', { values: { month } })
}
