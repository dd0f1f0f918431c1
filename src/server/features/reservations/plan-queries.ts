import { type InferResult, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { recordKind } from '#server/db/records.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { visible } from '#server/db/visible.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { companyOfRow } from '#server/services/places/place-rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Page } from '#shared/paging.ts'
import type { PlanFind, PlanKind, PlanRow, ReservePeriod, TankerType } from '#shared/reservations.ts'

/** The data that a stored row needs to become a list row. */
export type Naming = { book: PlaceBook; timeZone: string }

/** Lock a plan before adding a reservation, so that the last free place is not given twice. */
export const plan = recordKind({
  table: 'reservation_plan',
  kind: 'reservation_plan',
  columns: ['company_id', 'site_id', 'plan_kind', 'reserve_time', 'reserve_period', 'tanker_type', 'total_count'],
})

/** Number of reservations of the plan `plan` that are not cancelled. */
const reserved = sql<number>`(select count(*)::int from reservation r where r.plan_id = plan.id and r.cancelled_at is null)`

const plans = (db: Db) => db.selectFrom('reservation_plan as plan').selectAll('plan').select(reserved.as('reserved'))
type StoredPlan = InferResult<ReturnType<typeof plans>>[number]

const rowOf = (plan: StoredPlan, { book, timeZone }: Naming): PlanRow => ({
  id: plan.id,
  ...companyOfRow(plan, book),
  planKind: plan.plan_kind,
  reserveTime: plan.reserve_time,
  reservePeriod: plan.reserve_period,
  tankerType: plan.tanker_type,
  totalCount: plan.total_count,
  reservedCount: plan.reserved,
  remainCount: Math.max(0, plan.total_count - plan.reserved),
  createTimeStr: businessTime(plan.create_time, timeZone),
  rowVersion: plan.row_version,
})

const conditions = (placed: RawBuilder<boolean>, request: PlanFind): RawBuilder<SqlBool> => {
  const { reserveTime, reserveTimeQuery, reservePeriod, tankerType, planKind } = request
  const parts: RawBuilder<unknown>[] = [placed]
  if (reserveTime) parts.push(sql`plan.reserve_time = ${reserveTime}`)
  if (reserveTimeQuery) parts.push(sql`plan.reserve_time between ${reserveTimeQuery[0]} and ${reserveTimeQuery[1]}`)
  if (reservePeriod) parts.push(sql`plan.reserve_period = ${reservePeriod}`)
  if (tankerType) parts.push(sql`plan.tanker_type = ${tankerType}`)
  if (planKind) parts.push(sql`plan.plan_kind = ${planKind}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/**
 * Return one page of plans by day, morning first, with their numbers of reservations.
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function findPlans(ctx: SignedInContext, request: PlanFind): Promise<Page<PlanRow>> {
  const { readDb: db } = ctx
  const order = sql`order by plan.reserve_time, plan.reserve_period = '下午', plan.tanker_type, plan.id`
  const page = await findShortPage<StoredPlan>(db, request, {
    from: sql`from reservation_plan plan where ${conditions(await visible(ctx, 'reservation_plan', { as: 'plan', companyId: request.companyId }), request)}`,
    columns: sql`plan.*`,
    order,
    // Count the reservations of the plans on the page only.
    show: (shown) => sql<StoredPlan>`select plan.*, ${reserved} as reserved from ${shown} plan ${order}`,
  })
  const naming = { book: await ctx.services.places.book(), timeZone: ctx.config.timeZone }
  return shownPage(page, (plan) => rowOf(plan, naming))
}

export async function getPlan(db: Db, id: number, naming: Naming): Promise<PlanRow> {
  return rowOf(await plans(db).where('plan.id', '=', id).executeTakeFirstOrThrow(), naming)
}

/** Count the reservations of a plan that are not cancelled; lock the plan first. */
export async function countReserved(trx: Transaction<Database>, planId: number): Promise<number> {
  const { taken } = await trx
    .selectFrom('reservation')
    .select(sql<number>`count(*)::int`.as('taken'))
    .where('plan_id', '=', planId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return taken
}

export type PlanColumns = {
  company_id: number
  site_id: number | null
  plan_kind: PlanKind
  reserve_time: string
  reserve_period: ReservePeriod
  tanker_type: TankerType
  total_count: number
  user_id: number | null
}

/** Insert plans where none exists for the day, period and type. @returns how many */
export async function addPlans(trx: Transaction<Database>, given: readonly PlanColumns[], now: Date): Promise<number> {
  const added = await trx
    .insertInto('reservation_plan')
    .values(given.map((plan) => ({ ...plan, create_time: now, update_time: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length
}
