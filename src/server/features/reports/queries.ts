import { type InferResult, type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds } from '#server/db/capped-counts.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { type Held, recordKind } from '#server/db/records.ts'
import { reportText } from '#server/db/search-texts.ts'
import type { Db } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { maskedPhone } from '#server/services/sign-in/masked-phones.ts'
import { businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { ReportFind, ReportRow } from '#shared/reports.ts'

/** The data that a stored row needs to become a list row. */
export type ReportNaming = { book: PlaceBook; timeZone: string; wholePhones: boolean }

const columns = [
  'r.id',
  'r.report_number',
  'r.check_code',
  'r.company_id',
  'r.site_id',
  'r.user_id',
  'r.testee_id',
  'r.reservation_id',
  'r.station_id',
  'r.status',
  'r.result',
  'r.checked_org',
  'r.tanker_number',
  'r.tanker_type',
  'r.license_number',
  'r.contact_name',
  'r.phone',
  'r.check_method',
  'r.name',
  'r.trace_name',
  'r.town_name',
  'r.examination_name',
  'r.content',
  'r.examination_describe',
  'r.finished_at',
  'r.create_time',
  'r.update_time',
  'r.row_version',
] as const

/** Select all columns except the drawing, which is large. The examined person supplies a missing name and town. */
const reports = (db: Db) =>
  db
    .selectFrom('report as r')
    .leftJoin('app_user as u', 'u.id', 'r.user_id')
    .leftJoin('station as s', 's.id', 'r.station_id')
    .leftJoin('testee as t', 't.id', 'r.testee_id')
    .leftJoin('town', 'town.id', 't.town_id')
    .select(columns)
    .select([
      'u.name as user_name',
      'u.phone as user_phone',
      's.name as station',
      't.name as testee_name',
      'town.name as testee_town',
    ])
    .select(sql<boolean>`r.fabric is not null`.as('has_drawing'))
type StoredReport = InferResult<ReturnType<typeof reports>>[number]

function rowOf(row: StoredReport, { book, timeZone, wholePhones }: ReportNaming): ReportRow {
  const shown = (phone: string | null) => (wholePhones ? phone : maskedPhone(phone))
  return {
    id: row.id,
    reportNumber: row.report_number,
    checkCode: row.check_code,
    companyId: row.site_id ?? row.company_id,
    orgName: book.companies.get(row.site_id ?? row.company_id)?.name ?? '',
    checkedOrg: row.checked_org,
    tankerNumber: row.tanker_number,
    tankerType: row.tanker_type,
    licenseNumber: row.license_number,
    contactName: row.contact_name,
    phone: shown(row.phone),
    checkMethod: row.check_method,
    status: row.status,
    result: row.result,
    stationId: row.station_id,
    station: row.station,
    testeeId: row.testee_id,
    reservationId: row.reservation_id,
    name: row.name ?? row.testee_name,
    traceName: row.trace_name,
    townName: row.town_name ?? row.testee_town,
    examinationName: row.examination_name,
    content: row.content,
    examinationDescribe: row.examination_describe,
    hasDrawing: row.has_drawing,
    userId: row.user_id,
    userName: row.user_name,
    userPhone: shown(row.user_phone),
    createTimeStr: businessTime(row.create_time, timeZone),
    updateTimeStr: businessTime(row.update_time, timeZone),
    finishedTimeStr: row.finished_at === null ? null : businessTime(row.finished_at, timeZone),
    rowVersion: row.row_version,
  }
}

async function pageOf(
  db: Db,
  where: RawBuilder<SqlBool>,
  paging: Paging,
  naming: ReportNaming,
  filters: readonly unknown[],
): Promise<Page<ReportRow>> {
  const page = await findPage<StoredReport>(db, paging, {
    from: sql`from report r where ${where}`,
    columns: sql`r.id`,
    order: sql`order by id desc`,
    show: (shown) => sql<StoredReport>`${reports(db).where(sql<boolean>`r.id in ${shown}`).orderBy('r.id', 'desc')}`,
    filters,
    countsInOrder: true,
  })
  return shownPage(page, (row) => rowOf(row, naming))
}

function conditions(placed: RawBuilder<boolean>, request: ReportFind, timeZone: string): RawBuilder<SqlBool> {
  const { status, tankerType, createTimeQuery, name } = request
  const parts: RawBuilder<unknown>[] = [placed]
  if (status !== undefined) parts.push(sql`r.status = ${status}`)
  if (tankerType) parts.push(sql`r.tanker_type = ${tankerType}`)
  if (createTimeQuery) {
    const startOf = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
    parts.push(
      sql`r.create_time >= ${startOf(createTimeQuery[0])} and r.create_time < ${startOf(addDays(createTimeQuery[1], 1))}`,
    )
  }
  if (name) parts.push(holds(reportText('r'), name))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/**
 * Return one page of reports, the newest first. `placed` = the rows that the caller may see.
 * @throws AppError TOO_WIDE
 */
export const findReports = (
  db: Db,
  placed: RawBuilder<boolean>,
  request: ReportFind,
  naming: ReportNaming,
): Promise<Page<ReportRow>> =>
  pageOf(db, conditions(placed, request, naming.timeZone), request, naming, [
    request.status,
    request.tankerType,
    request.createTimeQuery,
    request.name,
  ])

/** Return the reports of one author. */
export const findReportsOf = (
  db: Db,
  placed: RawBuilder<boolean>,
  userId: number,
  paging: Paging,
  naming: ReportNaming,
): Promise<Page<ReportRow>> => pageOf(db, sql<SqlBool>`${placed} and r.user_id = ${userId}`, paging, naming, [userId])

/**
 * Return one report among the `seen` ones, by the alias `r`.
 * @throws AppError NOT_FOUND for one that is missing or out of reach, alike
 */
export async function readReport(
  db: Db,
  id: number,
  naming: ReportNaming,
  seen: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<ReportRow> {
  const row = await reports(db).where('r.id', '=', id).where(seen).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return rowOf(row, naming)
}

/** Return the newest report of an examined person. */
export async function findNewestOf(
  db: Db,
  placed: RawBuilder<boolean>,
  testeeId: number,
  naming: ReportNaming,
): Promise<ReportRow | null> {
  const row = await reports(db)
    .where('r.testee_id', '=', testeeId)
    .where(placed)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? rowOf(row, naming) : null
}

export const report = recordKind({
  table: 'report',
  kind: 'report',
  columns: [
    'company_id',
    'report_number',
    'status',
    'station_id',
    'tanker_number',
    'testee_id',
    'name',
    'fabric_version',
  ],
})
export type HeldReport = Held<'report', (typeof report.columns)[number]>

/** Return a finished report by its number and check code; null = unknown or not finished. */
export async function findFinished(db: Db, reportNumber: string, checkCode: string) {
  const found = await db
    .selectFrom('report')
    .select([
      'report_number',
      'tanker_number',
      'tanker_type',
      'check_method',
      'result',
      'company_id',
      'site_id',
      'finished_at',
    ])
    .where('report_number', '=', reportNumber)
    .where('check_code', '=', checkCode)
    .where('status', '=', 2)
    .executeTakeFirst()
  return found ?? null
}
