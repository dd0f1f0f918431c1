import { type Kysely, sql, type Transaction } from 'kysely'
import { doubles, integers, reals } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'
import type { LiveSite } from './live-site.ts'
import { type DeviceReport, reportKey } from './sort-lines.ts'

export const hourMs = 3_600_000
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/** Add reports to the journal, one row per hour, in the transaction that changes the machines. */
export async function writeJournal(
  trx: Transaction<Database>,
  { siteId, tenantId }: LiveSite,
  reports: readonly DeviceReport[],
  batchId: number | null,
): Promise<void> {
  const hours = new Map<number, DeviceReport[]>()
  for (const one of reports) {
    const hour = hourOf(one.line.reportedAt)
    const known = hours.get(hour)
    if (known) known.push(one)
    else hours.set(hour, [one])
  }
  for (const [hour, some] of hours) {
    const seconds = some.map(({ line }) => Math.floor((line.reportedAt - hour) / 1_000))
    const powers = some.map(({ line }) =>
      typeof line.facts?.powerW === 'number' ? Math.round(line.facts.powerW) : null,
    )
    // A report without a hash rate counts as 0. A missing report counts as unknown.
    await sql`
      insert into live_report(company_id, site_id, batch_id, hour, device_ids, seconds, hash_rates, powers)
      values (${tenantId}::int, ${siteId}::int, ${batchId}::int, to_timestamp(${hour}::float8 / 1000), ${integers(some.map(({ device }) => device.id))}::int[],
        ${integers(seconds)}::int[]::smallint[], ${reals(some.map(({ line }) => line.hashRate ?? 0))}::real[], ${doubles(powers)}::float8[]::smallint[])`.execute(
      trx,
    )
  }
}

/** Return the keys of reports of a site that are already in the journal. Written hours are no longer in it. */
export async function reportedBefore(
  trx: Transaction<Database>,
  { siteId }: LiveSite,
  reports: readonly DeviceReport[],
): Promise<ReadonlySet<string>> {
  if (reports.length === 0) return new Set()
  const hours = [...new Set(reports.map(({ line }) => hourOf(line.reportedAt)))]
  const { rows } = await sql<{ id: number; at: string }>`
    select t.id, extract(epoch from l.hour)::bigint + t.second as at from live_report l cross join lateral unnest(l.device_ids, l.seconds) as t(id, second)
    where l.site_id = ${siteId} and l.hour in (select to_timestamp(h / 1000) from unnest(${doubles(hours)}::float8[]) h)
      and t.id = any(${integers([...new Set(reports.map(({ device }) => device.id))])}::int[])`.execute(trx)
  return new Set(rows.map(({ id, at }) => reportKey(id, Number(at) * 1_000)))
}

/** Return the hours of sites with reports in the journal, oldest first, up to `before` (ms, exclusive). */
export async function openHours(
  db: Kysely<Database>,
  before: number,
): Promise<{ siteId: number; companyId: number; hour: Date }[]> {
  const { rows } = await sql<{ siteId: number; companyId: number; hour: Date }>`
    select distinct site_id as "siteId", company_id as "companyId", hour from live_report where hour < to_timestamp(${before}::float8 / 1000)
    order by hour, site_id`.execute(db)
  return rows
}
