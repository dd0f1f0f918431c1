import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Step } from '#shared/alert-replay.ts'
import { instantOf } from '#shared/business-time.ts'
import { readFigures } from './figures.ts'
import type { PlaceColumns } from './places.ts'

/** The period and the place of a preview. */
export type History = {
  db: Kysely<Database>
  place: PlaceColumns
  now: Date
  timeZone: string
  firstDay: string
  from: Date
}
/** The steps found at each site, in any order; site 0 = no site. */
export type SiteSteps = Map<number, Step[]>

const hourMs = 3_600_000
const dayMs = 86_400_000
/** The most batches that a preview reads, newest first. A feed every five minutes makes about 9,000 a month. */
export const mostBatches = 10_000

export function add(sites: SiteSteps, siteId: number, step: Step): void {
  const known = sites.get(siteId)
  if (known) known.push(step)
  else sites.set(siteId, [step])
}

/** Count the machines in service at each site now, of the owner and type of the place. */
export async function servedNow({ db, place }: History): Promise<Map<number, number>> {
  const { company_id, site_id, client_id, account_id, type } = place
  const figures = await readFigures(db, [company_id], site_id === null ? null : [site_id], {
    clientId: client_id,
    accountId: account_id,
    type,
  })
  return new Map(figures.map(({ siteId, normal, low, warn, offline }) => [siteId, normal + low + warn + offline]))
}

export const atSite = (column: string, { site_id }: PlaceColumns): RawBuilder<boolean> =>
  site_id === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${site_id}`

/** Return how many machines each batch took offline and brought back, from the transitions stored with the batch. */
export async function outageSteps(history: History): Promise<SiteSteps> {
  const { db, place, from } = history
  const served = await servedNow(history)
  const inService = sql`('normal', 'low', 'warn')`
  const { rows } = await sql<{ site_id: number; at: Date; left: number; back: number }>`
    select s.site_id, b.create_time as at, sum((t->>'count')::int) filter (where t->>'to' = 'offline' and t->>'from' in ${inService})::int as left,
      sum((t->>'count')::int) filter (where t->>'from' = 'offline' and t->>'to' in ${inService})::int as back
    from (select id, create_time from import_batch where create_time >= ${from} and undone_at is null and not restated order by id desc limit ${mostBatches}) b
    join import_batch_site s on s.batch_id = b.id and s.company_id = ${place.company_id} and s.site_id <> 0 and ${atSite('s.site_id', place)}
    cross join lateral jsonb_array_elements(s.transitions) t group by 1, b.id, 2 order by 2, b.id`.execute(db)
  const sites: SiteSteps = new Map()
  for (const { site_id, at, left, back } of rows)
    add(sites, site_id, { at: at.getTime(), left: left ?? 0, back: back ?? 0, of: served.get(site_id) ?? 0 })
  return sites
}

/** Return how many conflicts had been open longer than `hours`, at each moment at which that number changed. */
export async function conflictSteps({ db, place, from, now }: History, hours: number): Promise<SiteSteps> {
  const owner = sql`${place.client_id === null ? sql`` : sql` and client_id = ${place.client_id}`}${
    place.account_id === null ? sql`` : sql` and account_id = ${place.account_id}`
  }${place.type === null ? sql`` : sql` and type = ${place.type}`}`
  const { rows } = await sql<{ site_id: number | null; create_time: Date; resolved_at: Date | null }>`
    select site_id, create_time, resolved_at from feed_conflict where company_id = ${place.company_id} and ${atSite('site_id', place)}${owner}
      and (resolved_at is null or resolved_at >= ${from}) order by id desc limit ${mostBatches}`.execute(db)
  const changes = rows.flatMap(({ site_id, create_time, resolved_at }) => {
    const late = create_time.getTime() + hours * hourMs
    const end = resolved_at?.getTime() ?? Number.POSITIVE_INFINITY
    return end <= late || late > now.getTime()
      ? []
      : [
          { siteId: site_id ?? 0, at: late, by: 1 },
          ...(end <= now.getTime() ? [{ siteId: site_id ?? 0, at: end, by: -1 }] : []),
        ]
  })
  return counted(changes, from)
}

/** Sum up the changes of each site over time. A change before the period counts at its first moment. */
function counted(changes: readonly { siteId: number; at: number; by: number }[], from: Date): SiteSteps {
  const sites: SiteSteps = new Map()
  const counts = new Map<number, number>()
  for (const { siteId, at, by } of [...changes].sort((left, right) => left.at - right.at)) {
    const count = (counts.get(siteId) ?? 0) + by
    counts.set(siteId, count)
    add(sites, siteId, { at: Math.max(at, from.getTime()), count, of: count })
  }
  return sites
}

/**
 * Return the machines in trouble now, by the day on which their time limit passed. Machines that have recovered since
 * are not stored and so are missing.
 */
export async function presentSteps(
  history: History,
  kind: 'device.away' | 'repair.late',
  days: number,
): Promise<SiteSteps> {
  const { db, place, from, now, timeZone } = history
  const { company_id, client_id, account_id, type } = place
  const owner = (table: string) =>
    sql`${client_id === null ? sql`` : sql` and ${sql.ref(`${table}.client_id`)} = ${client_id}`}${
      account_id === null ? sql`` : sql` and ${sql.ref(`${table}.account_id`)} = ${account_id}`
    }${type === null ? sql`` : sql` and ${sql.ref(`${table}.type`)} = ${type}`}`
  const { rows } = await (kind === 'device.away'
    ? sql<{ site_id: number | null; day: string; count: number }>`
        select d.site_id, (d.state_since at time zone ${timeZone})::date::text as day, count(*)::int as count from device d
        where d.company_id = ${company_id} and ${atSite('d.site_id', place)} and d.state = 'offline' and d.last_report_at is not null${owner('d')} group by 1, 2`
    : sql<{ site_id: number | null; day: string; count: number }>`
        select d.site_id, r.repair_date::text as day, count(distinct d.id)::int as count from repair_daily r join device d on d.company_id = r.company_id and d.id = r.device_id
        where r.company_id = ${company_id} and ${atSite('d.site_id', place)} and r.voided_at is null and d.state in ('repairing', 'repaired')
          and ((r.type = '送修' and not r.closed) or (r.type = '送回' and r.back_online_at is null))${owner('d')} group by 1, 2`
  ).execute(db)
  const changes = rows.map(({ site_id, day, count }) => ({
    siteId: site_id ?? 0,
    at: instantOf(`${day} 00:00:00`, timeZone).getTime() + days * dayMs,
    by: count,
  }))
  return counted(
    changes.filter(({ at }) => at <= now.getTime()),
    from,
  )
}
