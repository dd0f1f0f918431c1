import { type Kysely, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { byHash } from '#server/features/feeds/planner-settings.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { keptHourDays, slotMinutes, slotsAnHour } from '#shared/live.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { writeDayFigures } from './day-figures.ts'
import { hourMs, openHours } from './journal.ts'
import { lockForReports } from './live-site.ts'

/** Wait this long after an hour, so that reports arriving with a short delay are included in its first writing. */
const graceMs = 3 * 60_000
/**
 * Number of machines of one statement: the embedded engine has one connection, which no statement may hold for long.
 */
const chunkOf = (embedded: boolean): number => (embedded ? 500 : 20_000)
/** Days further back keep their figures; their hours are still written. */
const restatedDays = 7

type HourParts = { db: Kysely<Database>; config: { timeZone: string; databaseUrl: string | null } }
const slotSeconds = sql.lit(slotMinutes * 60)
type Hour = { siteId: number; companyId: number; hour: Date }

/**
 * Write the hourly figures of machines from the journal, the last report of each five minutes. Existing figures of an
 * hour are kept: late reports only fill gaps, so writing twice changes nothing.
 */
async function mergeHours(
  trx: Transaction<Database>,
  { siteId, companyId, hour }: Hour,
  deviceIds: readonly number[],
): Promise<void> {
  const ids = sql`${integers(deviceIds)}::int[]`
  const merge = sql`
    with slots as (
      select distinct on (1, 2) t.id, t.second / ${slotSeconds} as slot, t.hash, t.power
      from live_report l cross join lateral unnest(l.device_ids, l.seconds, l.hash_rates, l.powers) as t(id, second, hash, power)
      where l.site_id = ${siteId} and l.hour = ${hour}::timestamptz and t.id = any(${ids})
      order by 1, 2, t.second desc, l.id desc),
    grid as (select i.id, g.slot from unnest(${ids}) i(id) cross join generate_series(0, ${sql.lit(slotsAnHour - 1)}) g(slot)),
    hours as (
      select g.id, array_agg(s.hash order by g.slot) as hash, array_agg(s.power order by g.slot) as power
      from grid g left join slots s on s.id = g.id and s.slot = g.slot group by g.id)
    insert into device_hour(company_id, device_id, hour, hash, power)
    select ${companyId}::int, n.id, ${hour}::timestamptz,
      (select array_agg(coalesce(v.was, v.now) order by v.slot) from unnest(h.hash, n.hash) with ordinality v(was, now, slot)),
      (select case when count(coalesce(v.was, v.now)) > 0 then array_agg(coalesce(v.was, v.now) order by v.slot) end
        from unnest(h.power, n.power) with ordinality v(was, now, slot))
    from hours n left join (select device_id, hash, power from device_hour
      where company_id = ${companyId}::int and hour = ${hour}::timestamptz and device_id = any(${ids})) h on h.device_id = n.id
    on conflict (company_id, device_id, hour) do update set hash = excluded.hash, power = excluded.power`
  await byHash(trx, () => merge.execute(trx))
}

/** Move an hour of a site from the journal to the hourly figures, with the means of its day, in one transaction. */
async function closeHour(
  trx: Transaction<Database>,
  one: Hour,
  { timeZone, today, rules, embedded }: Closing,
): Promise<number> {
  const { siteId, companyId, hour } = one
  await lockForReports(trx, companyId)
  const { rows } = await sql<{ ids: string | null; last: string | null }>`
    select array_agg(distinct t.id order by t.id)::text as ids, max(l.id)::text as last from live_report l cross join lateral unnest(l.device_ids) t(id)
    where l.site_id = ${siteId} and l.hour = ${hour}::timestamptz`.execute(trx)
  const [found] = rows
  const ids = readList(found?.ids)
  if (ids.length === 0) return 0
  await sql`select device_hour_month(${hour}::timestamptz)`.execute(trx)
  const day = businessDay(hour, timeZone)
  const size = chunkOf(embedded)
  for (let from = 0; from < ids.length; from += size) {
    const some = ids.slice(from, from + size)
    await mergeHours(trx, one, some)
    if (day >= addDays(today, -restatedDays)) await writeDayFigures(trx, companyId, { day, timeZone, rules }, some)
  }
  await sql`delete from live_report where site_id = ${siteId} and hour = ${hour}::timestamptz and id <= ${found?.last ?? '0'}::bigint`.execute(
    trx,
  )
  return ids.length
}
type Closing = { timeZone: string; today: Day; rules: HashRules; embedded: boolean }

/** Drop months of figures after their retention time. */
async function dropOldMonths(db: Kysely<Database>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptHourDays * 86_400_000).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_hour'::regclass and c.relname < ${`device_hour_${oldest}`} order by 1`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
}

/**
 * Write the hours that are over, site by site, each in its own transaction: after any crash, an hour is either in the
 * journal or written. Several processes may try; the lock of the reports admits one at a time.
 * @returns the number of machine-hours
 */
export async function closeHours({ db, config }: HourParts, now: Date): Promise<number> {
  const due = await openHours(db, now.getTime() - hourMs - graceMs + 1)
  if (due.length === 0) return 0
  const closing = {
    timeZone: config.timeZone,
    today: businessDay(now, config.timeZone),
    rules: await readHashRules(db),
    embedded: config.databaseUrl === null,
  }
  let written = 0
  for (const one of due) written += await db.transaction().execute((trx) => closeHour(trx, one, closing))
  await sql`select device_hour_month(${new Date(now.getTime() + 28 * 86_400_000)}::timestamptz)`.execute(db)
  await dropOldMonths(db, now)
  return written
}
