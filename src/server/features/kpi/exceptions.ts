import { type RawBuilder, sql } from 'kysely'
import { auditReading } from '#server/db/audit-row.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { visible } from '#server/db/visible.ts'
import { type StoredTrace, traceRow, tracesOf } from '#server/features/traces/rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import { type ExceptionKind, exceptionKinds, exceptionsOf, normalLimits } from '#shared/health-limits.ts'
import type { ExceptionRow, ExceptionRows, ExceptionSeries, MeasuredFigures } from '#shared/kpi.ts'
import type { Page } from '#shared/paging.ts'
import { dayOf, within } from './days.ts'

const limitsOf = (kind: ExceptionKind) => Object.values(normalLimits).filter((limit) => limit.kind === kind)
const either = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`
const isMeasured = (kind: ExceptionKind) =>
  either(limitsOf(kind).map(({ column }) => sql<boolean>`${sql.ref(`t.${column}`)} is not null`))
/** Apply the rule of exceptionsOf() in SQL. A missing measurement is no exception. */
const isOutside = (kind: ExceptionKind) =>
  sql<boolean>`coalesce(${either(
    limitsOf(kind).map(
      ({ column, min, below }) =>
        sql<boolean>`${sql.ref(`t.${column}`)} < ${min} or ${sql.ref(`t.${column}`)} >= ${below}`,
    ),
  )}, false)`
const isAnyOutside = either(exceptionKinds.map(isOutside))
const measuredAt = sql`coalesce(t.measure_time, t.create_time)`
const judgedInvalid = 3

/** Select measurements of testees of a company and those below it, except invalid ones. */
const measurements = async (
  ctx: SignedInContext,
  companyId: number,
  start: Day,
  end: Day,
): Promise<RawBuilder<boolean>> =>
  sql<boolean>`${await visible(ctx, 'trace', { as: 't', companyId })} and t.testee_id is not null and t.status <> ${judgedInvalid}
    and ${either(exceptionKinds.map(isMeasured))} and ${within(measuredAt, start, end, ctx.config.timeZone)}`

/** Return the last `days` business days including today. */
export function lastDays(ctx: SignedInContext, days: number): { start: Day; end: Day } {
  const end = businessDay(ctx.clock(), ctx.config.timeZone)
  return { start: addDays(end, 1 - days), end }
}

type DayRow = { day: Day; measured: number; outside: number } & Record<ExceptionKind, number>

/**
 * Count traces outside the normal limits by day (C072).
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function exceptionSeries(ctx: SignedInContext, companyId: number, days: number): Promise<ExceptionSeries> {
  const { start, end } = lastDays(ctx, days)
  const counts = exceptionKinds.map((kind) => sql`count(*) filter (where ${isOutside(kind)})::int as ${sql.ref(kind)}`)
  const { rows } =
    await sql<DayRow>`select ${dayOf(measuredAt, ctx.config.timeZone)}::text as day, count(*)::int as measured,
      count(*) filter (where ${isAnyOutside})::int as outside, ${sql.join(counts)}
    from trace t where ${await measurements(ctx, companyId, start, end)} group by 1`.execute(ctx.readDb)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const xAxisData = daysBetween(start, end)
  const column = (name: ExceptionKind | 'measured' | 'outside') => xAxisData.map((day) => byDay.get(day)?.[name] ?? 0)
  return {
    xAxisData,
    series: exceptionKinds.map((name) => ({ name, data: column(name) })),
    data: column('outside'),
    measured: column('measured'),
  }
}

/**
 * Return the traces behind a point of the series (C074), newest first. A page with health data writes an audit entry.
 */
export async function exceptionRows(ctx: SignedInContext, request: ExceptionRows): Promise<Page<ExceptionRow>> {
  const { companyId, date, kind } = request
  const { start, end } = date === undefined ? lastDays(ctx, request.days) : { start: date, end: date }
  const where = sql`${await measurements(ctx, companyId, start, end)} and ${kind === undefined ? isAnyOutside : isOutside(kind)}`
  const page = await findPage<StoredTrace>(ctx.readDb, request, {
    from: sql`from trace t where ${where}`,
    order: sql`order by coalesce(measure_time, create_time) desc, id desc`,
    show: (shown) => sql<StoredTrace>`${tracesOf(shown)} order by ${measuredAt} desc, t.id desc`,
    filters: [date, kind],
    turnsFar: true,
  })
  if (page.data.length > 0) {
    const testees = new Set(page.data.map(({ testee_id }) => testee_id)).size
    await auditReading(ctx, 'testee', { action: 'kpi.exceptionRows', details: { traces: page.data.length, testees } })
  }
  return shownPage(page, (row) => ({
    ...traceRow(ctx, row),
    exceptions: exceptionsOf({ ...row, fastingBloodSugar: row.fasting_blood_sugar }),
  }))
}

/** Count the measurements of each kind, and those outside the limits. */
export async function measuredFigures(
  ctx: SignedInContext,
  companyId: number,
  start: Day,
  end: Day,
): Promise<MeasuredFigures[]> {
  const counts = exceptionKinds.flatMap((kind) => [
    sql`count(*) filter (where ${isMeasured(kind)})::int as ${sql.ref(`${kind}Measured`)}`,
    sql`count(*) filter (where ${isOutside(kind)})::int as ${sql.ref(`${kind}Outside`)}`,
  ])
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)} from trace t
    where ${await measurements(ctx, companyId, start, end)}`.execute(ctx.readDb)
  return exceptionKinds.map((kind) => ({
    kind,
    measured: rows[0]?.[`${kind}Measured`] ?? 0,
    exceptions: rows[0]?.[`${kind}Outside`] ?? 0,
  }))
}
