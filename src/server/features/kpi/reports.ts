import { sql } from 'kysely'
import { visibleBases } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { MeasuresAnswer, MonthSeries } from '#shared/kpi.ts'
import { finishedFrom } from './counted-rows.ts'
import { dayOf, monthsTo } from './days.ts'
import { lastDays, measuredFigures } from './exceptions.ts'
import { type Counted, methodFigures, type Priced } from './method-figures.ts'

/**
 * Return finished inspections of the last days by check method with their cost, and the measurements of testees (C071).
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function byMeasures(ctx: SignedInContext, companyId: number, days: number): Promise<MeasuresAnswer> {
  const { start, end } = lastDays(ctx, days)
  const from = await finishedFrom(ctx, companyId, start, end)
  const { rows: counted } =
    await sql<Counted>`select coalesce(r.check_method, '') as method, r.company_id as "companyId", count(*)::int as count
    ${from} group by 1, 2`.execute(ctx.readDb)
  const tenants = await visibleBases(ctx, companyId)
  const { companies } = await ctx.services.places.book()
  const headquarters = [...companies.values()].filter(({ kind }) => kind === 'headquarters').map(({ id }) => id)
  let query = ctx.readDb
    .selectFrom('measure')
    .select(['company_id as companyId', 'check_method as method', 'cash_amount as amount'])
    .where('kind', '=', 'out')
  if (tenants) query = query.where('company_id', 'in', [...tenants, ...headquarters])
  const priced: Priced[] = await query.orderBy('company_id').orderBy('id').execute()
  const measurements = await measuredFigures(ctx, companyId, start, end)
  return { start, end, ...methodFigures(counted, priced, headquarters), measurements }
}

/**
 * Count certificates, which are finished inspections, by month up to this one (C076).
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function certificates(ctx: SignedInContext, companyId: number, months: number): Promise<MonthSeries> {
  const { timeZone } = ctx.config
  const today = businessDay(ctx.clock(), timeZone)
  const xAxisData = monthsTo(today, months)
  const from = await finishedFrom(ctx, companyId, `${xAxisData[0]}-01`, today)
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(${dayOf(sql`r.finished_at`, timeZone)}, 'YYYY-MM') as month, count(*)::int as count ${from} group by 1`.execute(
    ctx.readDb,
  )
  const data = xAxisData.map((month) => rows.find((row) => row.month === month)?.count ?? 0)
  return { xAxisData, data, total: data.reduce((sum, count) => sum + count, 0) }
}
