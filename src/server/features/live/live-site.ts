import { type Kysely, sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { lockForChange } from '#server/features/devices/fleet-lock.ts'
import { quietMinutes } from '#shared/live.ts'

/** A site that reports, its base, and a territory of this site alone. */
export type LiveSite = { siteId: number; tenantId: number; territory: Territory }

/**
 * Lock the reports of a tenant until the transaction ends. Users can still change single machines, as they can at the
 * same time as each other; feeds of the tenant wait for this lock, and it waits for them.
 */
export async function lockForReports(trx: Transaction<Database>, tenantId: number): Promise<void> {
  await lockForChange(trx, tenantId)
  await sql`select ${lock('report', tenantId)}`.execute(trx)
}

/**
 * Store that a site has reported. After a silence longer than `quietMinutes`, the site counts as alive from now on, and
 * its machines can only be absent from then on.
 * @param newest the newest time of report, in ms
 */
export async function noteReports(
  trx: Transaction<Database>,
  { siteId, tenantId }: LiveSite,
  newest: number,
  now: Date,
): Promise<void> {
  // Compute the time here: on a cluster, Citus does not accept an interval in the update of a conflict.
  const quietSince = new Date(now.getTime() - quietMinutes * 60_000)
  await sql`
    insert into live_site(site_id, company_id, last_report_at, received_at, alive_since)
    values (${siteId}::int, ${tenantId}::int, to_timestamp(${newest}::float8 / 1000), ${now}::timestamptz, ${now}::timestamptz)
    on conflict (site_id) do update set last_report_at = greatest(live_site.last_report_at, excluded.last_report_at), received_at = excluded.received_at,
      company_id = excluded.company_id,
      alive_since = case when least(live_site.last_report_at, live_site.received_at) < ${quietSince}::timestamptz
        then excluded.alive_since else live_site.alive_since end`.execute(trx)
}

export type ReportingSite = {
  siteId: number
  companyId: number
  lastReportAt: Date
  receivedAt: Date
  aliveSince: Date
}

/** Return the sites that have reported since a time. */
export async function reportingSites(db: Kysely<Database>, since: Date): Promise<ReportingSite[]> {
  const { rows } = await sql<ReportingSite>`
    select site_id as "siteId", s.company_id as "companyId", last_report_at as "lastReportAt", received_at as "receivedAt", alive_since as "aliveSince"
    from live_site s join company c on c.id = s.site_id where c.deleted_at is null and received_at >= ${since}::timestamptz order by site_id`.execute(
    db,
  )
  return rows
}
