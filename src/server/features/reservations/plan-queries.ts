import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import { businessTime } from '#shared/dates.ts'
import type { Page } from '#shared/paging.ts'
import type { PlanFind, PlanKind, PlanRow, ReservePeriod, TankerType } from '#shared/reservations.ts'

type Db = Kysely<Database> | Transaction<Database>
/** What turns a stored row into the row of a list. */
export type Naming = { book: PlaceBook; timeZone: string }

/** Reservations of the plan `plan` that were not cancelled. */
const reserved = sql<number>`(select count(*)::int from reservation r where r.plan_id = plan.id and r.cancelled_at is null)`

const plans = (db: Db) => db.selectFrom('reservation_plan as plan').selectAll('plan').select(reserved.as('reserved'))
type StoredPlan = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>

const rowOf = (plan: StoredPlan, { book, timeZone }: Naming): PlanRow => ({
  id: plan.id,
  companyId: plan.site_id ?? plan.company_id,
  company: book.companies.get(plan.site_id ?? plan.company_id)?.name ?? '',
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

/** One page of plans by day, morning first, with how many places of each are taken. `placed` = the rows that the caller may see. */
export async function findPlans(db: Db, placed: RawBuilder<boolean>, request: PlanFind, naming: Naming): Promise<Page<PlanRow>> {
  const where = conditions(placed, request)
  const { offset, limit } = windowOf(request)
  const { total } = await db.selectFrom('reservation_plan as plan').select(sql<number>`count(*)::int`.as('total')).where(where).executeTakeFirstOrThrow()
  // What is reserved is counted of the plans that are shown.
  const page = sql`(select plan.id from reservation_plan plan where ${where}
    order by plan.reserve_time, plan.reserve_period = '下午', plan.tanker_type, plan.id offset ${offset} limit ${limit})`
  const rows = await plans(db)
    .where(sql<boolean>`plan.id in ${page}`)
    .orderBy('plan.reserve_time')
    .orderBy(sql`plan.reserve_period = '下午'`)
    .orderBy('plan.tanker_type')
    .orderBy('plan.id')
    .execute()
  return { data: rows.map((plan) => rowOf(plan, naming)), totalCount: total }
}

export async function getPlan(db: Db, id: number, naming: Naming): Promise<PlanRow> {
  return rowOf(await plans(db).where('plan.id', '=', id).executeTakeFirstOrThrow(), naming)
}

/** A plan, held until the transaction ends, so that its last place is given once. Null = missing, or out of `placed`. */
export async function lockPlan(trx: Transaction<Database>, placed: RawBuilder<boolean>, id: number) {
  const plan = await trx.selectFrom('reservation_plan as plan').selectAll('plan').where('plan.id', '=', id).where(placed).forUpdate().executeTakeFirst()
  return plan ?? null
}

/** How many places of a plan are taken; lock the plan first. */
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

/** Adds the plans whose slots have none yet; answers how many those were. */
export async function addPlans(trx: Transaction<Database>, given: readonly PlanColumns[], now: Date): Promise<number> {
  const added = await trx
    .insertInto('reservation_plan')
    .values(given.map((plan) => ({ ...plan, create_time: now, update_time: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length
}
