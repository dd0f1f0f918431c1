import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/tables.ts'
import type { AlertKind } from '#shared/alerts.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { defaultWaitingDays } from '#shared/repairs.ts'
import { type Narrowing, narrowingConditions } from './figures.ts'
import type { Event } from './open-events.ts'
import type { Rule } from './rules.ts'

type Moment = { now: Date; timeZone: string }
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Kinds of events whose machines are found by their present state, not by the batch that changed it. */
export type TroubleKind = Extract<AlertKind, 'share.low' | 'device.away' | 'repair.late' | 'conflict.open'>
const isTrouble = (kind: AlertKind): kind is TroubleKind =>
  kind === 'share.low' || kind === 'device.away' || kind === 'repair.late' || kind === 'conflict.open'

/**
 * Return the condition for the machines `d` of a tenant that a rule covers. An acknowledged machine does not count as
 * away.
 */
function inTrouble(
  kind: TroubleKind,
  companyId: number,
  { days, hours }: Pick<Rule, 'days' | 'hours'>,
  { now, timeZone }: Moment,
): RawBuilder<boolean> {
  const today = businessDay(now, timeZone)
  switch (kind) {
    case 'share.low':
      return sql<boolean>`d.state in ('low', 'warn')`
    case 'device.away':
      return sql<boolean>`d.state = 'offline' and d.state_since < ${new Date(now.getTime() - (days ?? 0) * dayMs)} and d.last_report_at is not null
        and not exists (select 1 from device_care w where w.company_id = ${companyId} and w.device_id = d.id and w.state_since = d.state_since and w.acknowledged_at is not null)`
    case 'repair.late':
      return sql<boolean>`d.id in (select r.device_id from repair_daily r where r.company_id = ${companyId} and r.voided_at is null
        and ((r.type = '送修' and not r.closed and (r.repair_date < ${addDays(today, -(days ?? 0))}::date or r.repeat_of_id is not null))
          or (r.type = '送回' and r.back_online_at is null and r.repair_date <= ${addDays(today, -Math.max(defaultWaitingDays, days ?? 0))}::date)))
        and d.state in ('repairing', 'repaired')`
    case 'conflict.open':
      return sql<boolean>`d.id in (select f.device_id from feed_conflict f where f.company_id = ${companyId} and f.resolved_at is null
        and f.create_time < ${new Date(now.getTime() - (hours ?? 0) * hourMs)})`
  }
}

type SiteCount = { siteId: number | null; count: number }
/** Count the machines at each site of a tenant that a rule covers. */
export async function countTrouble(
  trx: Trx,
  kind: TroubleKind,
  rule: Pick<Rule, 'companyId' | 'days' | 'hours' | keyof Narrowing>,
  moment: Moment,
): Promise<SiteCount[]> {
  const { rows } = await sql<SiteCount>`
    select d.site_id as "siteId", count(*)::int as count from device d
    where d.company_id = ${rule.companyId} and ${inTrouble(kind, rule.companyId, rule, moment)}${narrowingConditions('d', rule)} group by 1 order by 1`.execute(
    trx,
  )
  return rows
}

/**
 * Add machines to events, grouped by owner, each machine once.
 * @param found `from … where …` that selects machines `d`, each with its event `e`
 */
async function join(
  trx: Trx,
  companyId: number,
  batchId: number | null,
  now: Date,
  found: RawBuilder<unknown>,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into alert_device(company_id, alert_id, batch_id, client_id, account_id, site_id, joined_at, device_ids)
    select ${companyId}::int, f.alert_id, ${batchId}::int, f.client_id, f.account_id, f.site_id, ${now}::timestamptz, array_agg(f.id order by f.id)
    from (select distinct e.id as alert_id, d.id, coalesce(d.client_id, 0) as client_id, coalesce(d.account_id, 0) as account_id, coalesce(d.site_id, 0) as site_id ${found}) f
    left join (select distinct m.alert_id, unnest(m.device_ids) as device_id from alert_device m where m.alert_id = any(${[...ids]}::int[])) known
      on known.alert_id = f.alert_id and known.device_id = f.id
    where known.device_id is null group by f.alert_id, f.client_id, f.account_id, f.site_id order by f.alert_id, f.client_id, f.account_id`.execute(
    trx,
  )
}

const listed = (events: readonly Event[]) =>
  sql`unnest(${events.map(({ id }) => id)}::int[], ${events.map(({ siteId }) => siteId)}::int[]) as e(id, site_id)`

/** Group events by rule, tenant, owner and type, so that one statement finds the machines of a group. */
function grouped(events: readonly Event[]): Event[][] {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const key = [event.kind, event.companyId, event.ruleId, event.clientId, event.accountId, event.type].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()]
}

/** Add the machines that went offline in a batch to the outages of their sites. */
export async function joinOutages(trx: Trx, events: readonly Event[], batchId: number, now: Date): Promise<void> {
  for (const group of grouped(events)) {
    const [first] = group
    if (!first) continue
    await join(
      trx,
      first.companyId,
      batchId,
      now,
      sql`from ${listed(group)} join device d on d.company_id = ${first.companyId} and d.site_id = e.site_id${narrowingConditions('d', first)}
        join device_event b on b.company_id = ${first.companyId} and b.batch_id = ${batchId} and b.device_id = d.id and ${leftService}`,
      group.map(({ id }) => id),
    )
  }
}
const leftService = sql`b.cause = 'feed' and b.to_state = 'offline' and b.from_state in ('normal', 'low', 'warn')`

/** Count by site the machines that went offline in a batch, limited to the owner and type of a rule. */
export async function countLeft(
  trx: Trx,
  companyId: number,
  batchId: number,
  narrowing: Narrowing,
): Promise<SiteCount[]> {
  const { rows } = await sql<SiteCount>`
    select d.site_id as "siteId", count(*)::int as count from device_event b join device d on d.company_id = ${companyId} and d.id = b.device_id
    where b.company_id = ${companyId} and b.batch_id = ${batchId} and ${leftService}${narrowingConditions('d', narrowing)} group by 1`.execute(
    trx,
  )
  return rows
}

/** Add the machines that events cover now to their members. */
export async function joinTrouble(
  trx: Trx,
  events: readonly Event[],
  rules: readonly Rule[],
  batchId: number | null,
  moment: Moment,
): Promise<void> {
  for (const group of grouped(events)) {
    const [first] = group
    const rule = rules.find(({ id }) => id === first?.ruleId)
    if (!first || !rule || !isTrouble(first.kind)) continue
    const { companyId } = first
    for (const [some, sameSite] of [
      [group.filter(({ siteId }) => siteId !== null), sql`d.site_id = e.site_id`],
      [group.filter(({ siteId }) => siteId === null), sql`d.site_id is null`],
    ] as const) {
      if (some.length === 0) continue
      const found = sql`from ${listed(some)} join device d on d.company_id = ${companyId} and ${sameSite}
        where ${inTrouble(first.kind, companyId, rule, moment)}${narrowingConditions('d', first)}`
      await join(
        trx,
        companyId,
        batchId,
        moment.now,
        found,
        some.map(({ id }) => id),
      )
    }
  }
}

/** Count the members of each outage that are still offline at its site. */
export async function countOffline(
  trx: Trx,
  companyId: number,
  events: readonly Event[],
): Promise<Map<number, number>> {
  if (events.length === 0) return new Map()
  const { rows } = await sql<{ id: number; count: number }>`
    select e.id, count(*)::int as count from ${listed(events)}
    join (select distinct m.alert_id, unnest(m.device_ids) as device_id from alert_device m where m.alert_id = any(${events.map(({ id }) => id)}::int[])) m on m.alert_id = e.id
    join device d on d.company_id = ${companyId} and d.id = m.device_id and d.site_id = e.site_id and d.state = 'offline' group by e.id`.execute(
    trx,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
