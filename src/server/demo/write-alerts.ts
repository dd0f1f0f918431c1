import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { reviewTenant } from '#server/features/alerts/clock.ts'
import { giveFirstRules, readRules } from '#server/features/alerts/rules.ts'
import { replay, type Step } from '#shared/alert-replay.ts'
import type { AlertKind } from '#shared/alerts.ts'

type Options = {
  baseIds: readonly number[]
  now: Date
  timeZone: string
  userId: number | null
  instant: (day: number, seconds: number) => Date
  closedDays: number
  day: (index: number) => string
}
type Day = { company_id: number; site_id: number; day: string; troubled: number; offline: number; served: number }

/** Feeds arrive in the afternoon, and a called team repairs a site by the next morning. */
const feedAt = 14 * 3_600 + 5 * 60
const kinds = ['site.outage', 'share.low'] as const satisfies readonly AlertKind[]

/** Return the state of each site at the feed of each day, in the form that the rule of a kind evaluates. */
function stepsOf(kind: (typeof kinds)[number], days: readonly (Day & { at: number })[]): Step[] {
  let before = days[0]?.offline ?? 0
  return days.map(({ at, troubled, offline, served }) => {
    const change = offline - before
    before = offline
    return kind === 'share.low'
      ? { at, count: troubled, of: served }
      : { at, left: Math.max(0, change), back: Math.max(0, -change), of: served }
  })
}

/** Insert the events that the demonstration's days would have caused, with their notices. */
async function writePast(trx: Transaction<Database>, { day, instant, closedDays }: Options): Promise<void> {
  const index = new Map(Array.from({ length: closedDays + 1 }, (_, back) => [day(-back), -back]))
  const { rows } =
    await sql<Day>`select company_id, scope_id as site_id, business_date::text as day, (low + warn)::int as troubled, offline::int as offline, in_service::int as served
    from daily_scope where kind = 'site' and scope_id <> company_id order by 1, 2, 3`.execute(trx)
  const rules = await readRules(trx, null, kinds)
  const sites = new Map<number, (Day & { at: number })[]>()
  for (const row of rows)
    sites.set(row.site_id, [
      ...(sites.get(row.site_id) ?? []),
      { ...row, at: instant(index.get(row.day) ?? 0, feedAt).getTime() },
    ])
  const past: Past[] = []
  for (const days of sites.values()) {
    for (const rule of rules.filter(({ companyId }) => companyId === days[0]?.company_id)) {
      const kind = kinds.find((one) => one === rule.kind)
      if (!kind) continue
      const moments = replay(stepsOf(kind, days), rule, rule.severity, days.at(-1)?.at ?? 0)
      past.push(
        ...endedEvents(moments).map((ofEvent) => ({
          rule,
          siteId: days[0]?.site_id ?? 0,
          of: days[0]?.served ?? 0,
          moments: ofEvent,
        })),
      )
    }
  }
  // The newest event has the highest id.
  past.sort((left, right) => (left.moments[0]?.at ?? 0) - (right.moments[0]?.at ?? 0))
  for (const one of past) await writeEvent(trx, one)
}

type Moments = ReturnType<typeof replay>
type Past = { rule: Awaited<ReturnType<typeof readRules>>[number]; siteId: number; of: number; moments: Moments }

/** Split the moments of one site into events; an event without an end is left to the current evaluation. */
function endedEvents(moments: Moments): Moments[] {
  const events: Moments[] = []
  let begun: Moments = []
  for (const moment of moments) {
    begun.push(moment)
    if (moment.moment !== 'resolved') continue
    events.push(begun)
    begun = []
  }
  return events
}

async function writeEvent(trx: Transaction<Database>, { rule, siteId, of, moments }: Past): Promise<void> {
  const { companyId: company_id, id: rule_id, kind, severity } = rule
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last) return
  const at = (moment: { at: number }) => new Date(moment.at)
  const alert = await trx
    .insertInto('alert')
    .values({
      ...{ company_id, site_id: siteId, client_id: null, account_id: null, type: null, rule_id, kind, severity },
      ...{
        opened_at: at(first),
        last_seen_at: at(last),
        resolved_at: at(last),
        told_at: at(last),
        told_count: last.count,
      },
      ...{
        count_now: last.count,
        count_worst: Math.max(...moments.map(({ count }) => count)),
        count_of: of,
        detail: '{}',
      },
      ...{
        batch_id: null,
        resolved_batch_id: null,
        muted_by: null,
        acknowledged_at: null,
        acknowledged_by: null,
        acknowledged_count: null,
        reason: null,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notices = moments.map((one) => ({
    company_id,
    alert_id: alert.id,
    moment: one.moment,
    at: at(one),
    count: one.count,
    taken_at: at(one),
  }))
  await trx.insertInto('alert_notice').values(notices).execute()
}

/**
 * Insert rules, past and current events, and a weekly silence. Current events are evaluated by the product's own code,
 * so that lists and events agree exactly.
 */
export async function writeAlerts(trx: Transaction<Database>, options: Options): Promise<void> {
  const { baseIds, now, timeZone, userId } = options
  await giveFirstRules(trx, now)
  const weekly = {
    weekdays: [7],
    start_time: '02:00',
    minutes: 120,
    reason: '每周日例行检修',
    excused: true,
    user_id: userId,
  }
  const place = { site_id: null, client_id: null, account_id: null, type: null, starts_at: null, ends_at: null }
  await trx
    .insertInto('silence')
    .values(baseIds.map((company_id) => ({ company_id, ...place, ...weekly, create_time: now, update_time: now })))
    .execute()
  await writePast(trx, options)
  for (const companyId of baseIds) await reviewTenant(trx, companyId, { now, timeZone, withTroubles: true })
  // Mark all notices as sent, for the screen only: no channel may send past ones.
  await sql`update alert_notice set taken_at = at where taken_at is null`.execute(trx)
}
