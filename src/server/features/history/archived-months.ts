import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'

/** The data that reading daily rows needs besides the database; `today` = the business day. */
export type DayReading = { archive: Archive; today: Day }
export const dayReading = (ctx: SignedInContext): DayReading => ({
  archive: ctx.services.archive,
  today: businessDay(ctx.clock(), ctx.config.timeZone),
})

/** Return the archived months of a range of days, oldest first. */
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
 * Read days from the archive and the database. `read` gets the archived months of the range, and finds the others in
 * device_daily. If a month is archived or restored meanwhile, its rows may have been missing in both, so `read` runs
 * again. Only past months are archived, so days of the present month need no extra query.
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

/** Return rows from the archive as a table with the columns of device_daily. */
export const asDays = (rows: readonly object[]): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::device_daily, ${JSON.stringify(rows)}::json)`

/**
 * Refuse to write into a day whose month is archived, and keep the month from being archived before the transaction
 * ends.
 * @param rehearsal a dry run: take no lock
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
