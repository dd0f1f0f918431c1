import { type InferResult, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { holds } from '#server/db/capped-counts.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { holdRow, type Named, recordKind } from '#server/db/records.ts'
import { reservationText } from '#server/db/search-texts.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { visible } from '#server/db/visible.ts'
import { companyOfRow } from '#server/services/places/place-rows.ts'
import { maskedPhone } from '#server/services/sign-in/masked-phones.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Page } from '#shared/paging.ts'
import type { ReservationFind, ReservationRow, ReservationState } from '#shared/reservations.ts'
import type { Naming } from './plan-queries.ts'

export type ReservationNaming = Naming & { wholePhones: boolean }

/** Join each reservation with its report, unless that is cancelled. */
const reservations = (db: Db) =>
  db
    .selectFrom('reservation as r')
    .leftJoin('report', (join) => join.onRef('report.reservation_id', '=', 'r.id').on('report.status', '<>', 3))
    .leftJoin('app_user as u', 'u.id', 'r.user_id')
    .selectAll('r')
    .select(['report.id as report_id', 'report.report_number', 'u.name as user_name'])
type StoredReservation = InferResult<ReturnType<typeof reservations>>[number]

const stateOf = (row: StoredReservation): ReservationState =>
  row.cancelled_at !== null ? 'cancelled' : row.report_id !== null ? 'arrived' : 'waiting'

const rowOf = (row: StoredReservation, { book, timeZone, wholePhones }: ReservationNaming): ReservationRow => ({
  id: row.id,
  planId: row.plan_id,
  ...companyOfRow(row, book),
  reserveTime: row.reserve_time,
  reservePeriod: row.reserve_period,
  tankerType: row.tanker_type,
  tankerNumber: row.tanker_number,
  licenseNumber: row.license_number,
  checkedOrg: row.checked_org,
  contactName: row.contact_name,
  phone: wholePhones ? row.phone : maskedPhone(row.phone),
  state: stateOf(row),
  reportId: row.report_id,
  reportNumber: row.report_number,
  userName: row.user_name,
  createTimeStr: businessTime(row.create_time, timeZone),
  rowVersion: row.row_version,
})

const hasReport = sql`exists (select from report counted where counted.reservation_id = r.id and counted.status <> 3)`
const inState: Record<ReservationState, RawBuilder<unknown>> = {
  cancelled: sql`r.cancelled_at is not null`,
  arrived: sql`r.cancelled_at is null and ${hasReport}`,
  waiting: sql`r.cancelled_at is null and not ${hasReport}`,
}

function conditions(placed: RawBuilder<boolean>, request: ReservationFind): RawBuilder<SqlBool> {
  const { reserveTime, reserveTimeQuery, reservePeriod, tankerType, planId, state, name } = request
  const parts: RawBuilder<unknown>[] = [placed]
  if (reserveTime) parts.push(sql`r.reserve_time = ${reserveTime}`)
  if (reserveTimeQuery) parts.push(sql`r.reserve_time between ${reserveTimeQuery[0]} and ${reserveTimeQuery[1]}`)
  if (reservePeriod) parts.push(sql`r.reserve_period = ${reservePeriod}`)
  if (tankerType) parts.push(sql`r.tanker_type = ${tankerType}`)
  if (planId !== undefined) parts.push(sql`r.plan_id = ${planId}`)
  if (state) parts.push(inState[state])
  if (name) parts.push(holds(reservationText('r'), name))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/**
 * Return one page of reservations, the latest day first, or the earliest first for a range of days; the morning before
 * the afternoon.
 * @throws AppError NOT_FOUND, TOO_WIDE
 */
export async function findReservations(
  ctx: SignedInContext,
  request: ReservationFind,
  naming: ReservationNaming,
): Promise<Page<ReservationRow>> {
  const { reserveTime, reserveTimeQuery, reservePeriod, tankerType, planId, state, name, companyId } = request
  const way = reserveTimeQuery ? 'asc' : 'desc'
  const page = await findPage<StoredReservation>(ctx.readDb, request, {
    from: sql`from reservation r where ${conditions(await visible(ctx, 'reservation', { as: 'r', companyId }), request)}`,
    columns: sql`r.id, r.reserve_time, r.reserve_period`,
    order: sql`order by reserve_time ${sql.raw(way)}, reserve_period = '下午', id`,
    show: (shown) =>
      sql<StoredReservation>`${reservations(ctx.readDb)
        .where(sql<boolean>`r.id in (select id from ${shown} page)`)
        .orderBy('r.reserve_time', way)
        .orderBy(sql`r.reserve_period = '下午'`)
        .orderBy('r.id')}`,
    filters: [reserveTime, reserveTimeQuery, reservePeriod, tankerType, planId, state, name],
  })
  return shownPage(page, (row) => rowOf(row, naming))
}

export async function getReservation(db: Db, id: number, naming: ReservationNaming): Promise<ReservationRow> {
  return rowOf(await reservations(db).where('r.id', '=', id).executeTakeFirstOrThrow(), naming)
}

export const reservation = recordKind({
  table: 'reservation',
  kind: 'reservation',
  columns: [
    'company_id',
    'site_id',
    'plan_id',
    'tanker_type',
    'tanker_number',
    'license_number',
    'checked_org',
    'contact_name',
    'phone',
    'cancelled_at',
  ],
})

/**
 * Lock a reservation among the `seen` ones until the transaction ends, and return it with its report.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS
 */
export async function holdReservation(trx: Transaction<Database>, seen: RawBuilder<boolean>, named: Named) {
  const found = await holdRow(trx, reservation, named, seen)
  const report = await trx
    .selectFrom('report')
    .select('id')
    .where('reservation_id', '=', found.id)
    .where('status', '<>', 3)
    .executeTakeFirst()
  return { ...found, reportId: report?.id ?? null }
}
export type HeldReservation = Awaited<ReturnType<typeof holdReservation>>
