import { sql } from 'kysely'
import { businessDay, instantOf } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { add, atSite, type History, mostBatches, type SiteSteps, servedNow } from './preview-history.ts'
import { leastNamedShare } from './review-feed.ts'

/** The figures of a day are known at the end of that day. */
const endOf = (day: string, { timeZone, now }: History): number =>
  Math.min(instantOf(`${addDays(day, 1)} 00:00:00`, timeZone).getTime() - 1, now.getTime())

/**
 * The number of roll-up rows (by owner, site and type) that a preview may read. A large base has thousands of them per
 * day.
 */
const mostLeaves = 80_000

/**
 * Return how many days a preview by roll-ups can look back, at most `most`. It is fewer where each day has many owners,
 * sites and types.
 */
export async function daysWithin({ db, place }: Pick<History, 'db' | 'place'>, most: number): Promise<number> {
  const { company_id, client_id, account_id } = place
  const owners = sql`${client_id === null ? sql`` : sql` and client_id = ${client_id}`}${account_id === null ? sql`` : sql` and account_id = ${account_id}`}`
  const { rows } = await sql<{
    leaves: number
  }>`select count(*)::int as leaves from daily_leaf where company_id = ${company_id} and ${atSite('site_id', place)}${owners}
    and business_date = (select max(business_date) from daily_scope where kind = 'company' and scope_id = ${company_id} and company_id = ${company_id})`.execute(
    db,
  )
  // One day more is read, to compare the first day with the day before.
  return Math.max(1, Math.min(most, Math.floor(mostLeaves / Math.max(1, rows[0]?.leaves ?? 0)) - 1))
}

type DayRow = { site_id: number; day: string; troubled: number; offline: number; served: number }

/** Return low and offline machines of each site and day, from the roll-ups. */
async function readDays({ db, place, firstDay }: History): Promise<DayRow[]> {
  const { company_id, client_id, account_id, type } = place
  const narrowed = sql`${client_id === null ? sql`` : sql` and client_id = ${client_id}`}${account_id === null ? sql`` : sql` and account_id = ${account_id}`}${
    type === null ? sql`` : sql` and type = ${type}`
  }`
  const isWhole = client_id === null && account_id === null && type === null
  const { rows } = await (isWhole
    ? sql<DayRow>`select scope_id as site_id, business_date::text as day, (low + warn)::int as troubled, offline::int as offline, in_service::int as served
        from daily_scope where kind = 'site' and company_id = ${company_id} and ${atSite('scope_id', place)} and business_date >= ${addDays(firstDay, -1)}::date order by 2, 1`
    : sql<DayRow>`select site_id, business_date::text as day, sum(low + warn)::int as troubled, sum(offline)::int as offline, sum(in_service)::int as served
        from daily_leaf where company_id = ${company_id} and site_id <> 0 and ${atSite('site_id', place)} and business_date >= ${addDays(firstDay, -1)}::date${narrowed}
        group by 1, 2 order by 2, 1`
  ).execute(db)
  return rows
}

/** Return the shares of low machines at the end of each day. */
export async function shareSteps(history: History): Promise<SiteSteps> {
  const sites: SiteSteps = new Map()
  for (const { site_id, day, troubled, served } of await readDays(history))
    if (day >= history.firstDay) add(sites, site_id, { at: endOf(day, history), count: troubled, of: served })
  return sites
}

/**
 * Return by day how many machines of an owner or type went offline or came back. Roll-ups have one count per day, so
 * only the difference to the day before is known.
 */
export async function ownerSteps(history: History): Promise<SiteSteps> {
  const sites: SiteSteps = new Map()
  const before = new Map<number, number>()
  for (const { site_id, day, offline, served } of await readDays(history)) {
    const change = offline - (before.get(site_id) ?? offline)
    before.set(site_id, offline)
    if (day >= history.firstDay)
      add(sites, site_id, {
        at: endOf(day, history),
        left: Math.max(0, change),
        back: Math.max(0, -change),
        of: served,
      })
  }
  return sites
}

/** Return the days on which a reporting site had not reported by its hour, and when it did. */
export async function silenceSteps(history: History, byTime: string): Promise<SiteSteps> {
  const { db, place, from, now, timeZone, firstDay } = history
  const served = await servedNow(history)
  const { rows } = await sql<{ site_id: number; at: Date }>`
    select s.site_id, b.create_time as at from import_batch b join import_batch_site s on s.batch_id = b.id and s.company_id = ${place.company_id}
      and s.site_id <> 0 and ${atSite('s.site_id', place)} and s.updated + s.unchanged + s.created > 0
    where b.create_time >= ${from} and b.undone_at is null and not b.restated order by b.id desc limit ${mostBatches}`.execute(
    db,
  )
  const reports = new Map<number, number[]>()
  for (const { site_id, at } of rows) reports.set(site_id, [...(reports.get(site_id) ?? []), at.getTime()])
  const sites: SiteSteps = new Map()
  for (const [siteId, times] of reports) {
    const first = Math.min(...times)
    const of = served.get(siteId) ?? 0
    for (const at of times) add(sites, siteId, { at, count: 0, of })
    for (let day = firstDay; day <= businessDay(now, timeZone); day = addDays(day, 1)) {
      const [start, due] = [
        instantOf(`${day} 00:00:00`, timeZone).getTime(),
        instantOf(`${day} ${byTime}:00`, timeZone).getTime(),
      ]
      if (due > now.getTime() || first > due || times.some((at) => at >= start && at < due)) continue
      add(sites, siteId, { at: due, count: of, of })
    }
  }
  return sites
}

/** Return the batches that were refused as a whole or too thin for a site, and the good batches after them. */
export async function failureSteps({ db, place, from }: History): Promise<SiteSteps> {
  const { company_id, site_id } = place
  const batches = sql`(select * from import_batch where create_time >= ${from} and ${company_id}::int = any(company_ids) and cardinality(company_ids) = 1
    order by id desc limit ${mostBatches})`
  const sites: SiteSteps = new Map()
  if (site_id === null) {
    const { rows } = await sql<{
      at: Date
      read: number
      refused: number
    }>`select create_time as at, read, refused from ${batches} b where read > 0 order by id`.execute(db)
    for (const { at, read, refused } of rows)
      add(sites, 0, { at: at.getTime(), count: refused === read ? refused : 0, of: read })
  }
  const named = sql`(s.created + s.updated + s.unchanged)`
  const { rows } = await sql<{ at: Date; site_id: number; kept: number; expected: number }>`
    select b.create_time as at, s.site_id, (c->>'expected')::int as expected,
      case when (c->>'thin')::boolean then greatest(0, (c->>'expected')::int - ${named})::int else 0 end as kept
    from ${batches} b cross join lateral jsonb_array_elements(coalesce(b.result->'coverage', '[]'::jsonb)) c
    join import_batch_site s on s.batch_id = b.id and s.company_id = ${company_id} and s.site_id = (c->>'siteId')::int
    where c->>'status' <> 'missing' and ${named} >= (c->>'expected')::int * ${leastNamedShare}::float8 and (${site_id}::int is null or s.site_id = ${site_id}::int)
    order by b.id`.execute(db)
  for (const { at, site_id: siteId, kept, expected } of rows)
    add(sites, siteId, { at: at.getTime(), count: kept, of: expected })
  return sites
}
