import { type RawBuilder, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { hashTarget } from '#server/features/dailies/open-day.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { beforeRows, dayColumns, dayDiffers } from './before-rows.ts'
import type { LaterBatch } from './later-batches.ts'
import { byHash } from './planner-settings.ts'
import { recountCoverage } from './recount-coverage.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { Nodes, PlannedPart, UndoPlan } from './undo-plan.ts'

/** A tenant's day written by the batch. `later` = newer batches of it; `ends` = nothing else needs its rows. */
export type UndoneDay = {
  companyId: number
  day: Day
  wasOpen: boolean
  hadRows: boolean
  later: LaterBatch[]
  complete: boolean
  ends: boolean
}

/** Select the undo data of a tenant's day. */
const foundOf = (batchId: number, companyId: number, day: Day) =>
  sql`select * from import_before_day where batch_id = ${batchId} and company_id = ${companyId} and business_date = ${day}::date`

/**
 * Return whether a user has changed a machine on this day since the batch opened it, except by voided repairs. Such a
 * change is written only once, and the day must keep its rows of all machines so that its counts are correct.
 */
async function isWritten(
  trx: Transaction<Database>,
  { id, createTime }: UndoableBatch,
  companyId: number,
  day: Day,
  timeZone: string,
): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select exists (
      select 1 from (${foundOf(id, companyId, day)}) k
      join device_daily r on r.business_date = ${day}::date and r.company_id = ${companyId} and not r.device_id = any(k.device_ids)
      join device_event e on e.company_id = ${companyId} and e.device_id = r.device_id and e.at > coalesce(k.since, ${createTime}::timestamptz)
      where (e.at at time zone ${timeZone})::date = ${day}::date and e.cause not in ('feed', 'registered', 'undo') and e.batch_id is null
        and not exists (select 1 from repair_daily v where v.company_id = ${companyId} and v.id = e.repair_id and v.voided_at is not null)) as written`.execute(
    trx,
  )
  return rows[0]?.written === true
}

/** Return whether a newer batch wrote the day: a feed its day and the day it arrived, a transfer all between. */
function standsOn({ businessDate, createTime, isTransfer }: LaterBatch, day: Day, timeZone: string): boolean {
  const came = businessDay(createTime, timeZone)
  return isTransfer ? businessDate <= day && day <= came : businessDate === day || came === day
}

/** Return the days that the batch wrote, of the tenants within reach, and the newer batches of each. */
export async function undoneDays(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  { remaining, later }: UndoPlan,
  companyIds: readonly number[],
  timeZone: string,
): Promise<UndoneDay[]> {
  const { rows } = await sql<{ company_id: number; business_date: Day; was_open: boolean; had_rows: boolean }>`
    select company_id, business_date, was_open, device_ids <> '{}' as had_rows from import_before_day
    where batch_id = ${batch.id} and company_id = any(${[...companyIds]}::int[]) order by company_id, business_date`.execute(
    trx,
  )
  const days: UndoneDay[] = []
  for (const { company_id, business_date, was_open, had_rows } of rows) {
    const effective = later.filter(
      (other) => other.companyIds.includes(company_id) && standsOn(other, business_date, timeZone),
    )
    const complete = (remaining.get(company_id) ?? 0) === 0
    const ends =
      complete &&
      effective.length === 0 &&
      (was_open || !(await isWritten(trx, batch, company_id, business_date, timeZone)))
    days.push({
      companyId: company_id,
      day: business_date,
      wasOpen: was_open,
      hadRows: had_rows,
      later: effective,
      complete,
      ends,
    })
  }
  return days
}

/** Restore the daily rows of undone devices. `restoreDays` deletes the rows of devices that had none. */
export async function restoreDayRows(
  trx: Transaction<Database>,
  { id, businessDate, companyIds }: UndoableBatch,
  { part, whole }: PlannedPart,
  only: readonly number[] | null,
): Promise<void> {
  const columns = dayColumns(whole)
  const before = beforeRows(
    id,
    part,
    ['device_id', 'had_day', ...columns.map((column) => `day_${column}` as const)],
    only,
  )
  const update = sql`
    update device_daily r set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`b.day_${column}`)}`))} from ${before}
    where b.had_day and ${isOneOf('r.company_id', companyIds)} and r.business_date = ${businessDate}::date and r.device_id = b.device_id
      and ${dayDiffers(whole)}`
  await byHash(trx, () => update.execute(trx))
}

/**
 * Reset the rows that the batch added to a remaining day, for undone devices. Where the batch opened the day, they
 * become rows without a report; where the day had rows before, they are deleted.
 */
export async function restoreAddedRows(
  trx: Transaction<Database>,
  { id, businessDate, restated }: UndoableBatch,
  { part }: PlannedPart,
  only: readonly number[] | null,
  days: readonly UndoneDay[],
  rules: HashRules,
  nodes: Nodes,
): Promise<void> {
  const staying = days.filter(({ day, ends }) => day === businessDate && !ends)
  if (staying.length === 0) return
  const of = (some: readonly UndoneDay[]) => sql`r.company_id = any(${some.map(({ companyId }) => companyId)}::int[])`
  const before = beforeRows(id, part, ['device_id', 'had_day'], only)
  const isLost = ({ hadRows }: UndoneDay) => restated && hadRows
  const lost = staying.filter(isLost)
  const opened = staying.filter((day) => !isLost(day))
  const added = sql`not b.had_day and r.business_date = ${businessDate}::date and r.device_id = b.device_id`
  await byHash(trx, async () => {
    if (lost.length > 0)
      await sql`delete from device_daily r using ${before} where ${added} and ${of(lost)}`.execute(trx)
    if (opened.length > 0)
      await sql`
        update device_daily r set client_id = coalesce(d.client_id, 0), account_id = coalesce(d.account_id, 0), site_id = coalesce(d.site_id, 0), type = d.type,
          state = d.state, reported = null, ever_reported = d.last_report_at is not null, hash_avg = null, hash_target = ${hashTarget('d.type', rules)},
          compliant = false, batch_id = null
        from ${before} join device d on d.id = b.device_id${onTheirNodes('d.company_id', nodes)} where ${nodes.spread ? sql`r.company_id = d.company_id and ` : sql``}${added} and ${of(opened)}`.execute(
        trx,
      )
  })
}

/** Delete the rows that the batch added to a day that it opened, when the day ends with the undo. */
const removeAdded = (trx: Transaction<Database>, found: RawBuilder<unknown>, day: Day, companyId: number) =>
  sql`
  delete from device_daily r where r.business_date = ${day}::date and r.company_id = ${companyId}
    and not exists (select 1 from (${found}) k cross join lateral unnest(k.device_ids) as there(id) where there.id = r.device_id)`.execute(
    trx,
  )

/** Pass the undo data of a day to the next batch, now its first. All newer batches recount their coverage. */
async function passToNext(
  trx: Transaction<Database>,
  { id: batchId, createTime }: UndoableBatch,
  { companyId, day, later, complete, wasOpen }: UndoneDay,
): Promise<void> {
  const { rows } = await sql<{ batch_id: number }>`
    select batch_id from import_before_day where company_id = ${companyId} and business_date = ${day}::date
      and batch_id = any(${later.filter(({ isTransfer }) => !isTransfer).map(({ id }) => id)}::int[]) order by batch_id`.execute(
    trx,
  )
  const ids = rows.map(({ batch_id }) => batch_id)
  const [next] = ids
  await sql`update import_before_day set coverage = 'null' where company_id = ${companyId} and business_date = ${day}::date and batch_id = any(${ids}::int[])`.execute(
    trx,
  )
  // A batch in between without undo data cannot be undone, so the day keeps its present rows.
  const isCut = later.some(({ id, kept, isTransfer }) => !kept && !isTransfer && next !== undefined && id < next)
  if (!complete || next === undefined || isCut) return
  const opening = wasOpen
    ? sql``
    : sql`, was_open = f.was_open, device_ids = f.device_ids, since = coalesce(f.since, ${createTime}::timestamptz)`
  await sql`update import_before_day n set coverage = f.coverage ${opening} from import_before_day f
    where n.batch_id = ${next} and n.company_id = ${companyId} and n.business_date = ${day}::date
      and f.batch_id = ${batchId} and f.company_id = n.company_id and f.business_date = n.business_date`.execute(trx)
}

/** Return the sites that undone machines of a tenant left or returned to. */
async function sitesOf(
  trx: Transaction<Database>,
  { parts, sites }: UndoPlan,
  companyId: number,
  day: Day,
): Promise<number[]> {
  const touched = new Set(sites.filter((site) => site.companyId === companyId).map(({ siteId }) => siteId))
  for (const { back } of parts) {
    const { rows } = await byHash(trx, () =>
      sql<{
        site_id: number
      }>`select distinct site_id from device_daily where business_date = ${day}::date and company_id = ${companyId}
        and device_id in (select unnest(${integers(back)}::int[]))`.execute(trx),
    )
    for (const { site_id } of rows) touched.add(site_id)
  }
  return [...touched]
}

/**
 * Delete the rows that the batch added to its days, and restore the coverage of the sites. If machines of the batch
 * remain, or newer batches or users wrote the day, the day stays open and its coverage is recounted.
 */
export async function restoreDays(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  plan: UndoPlan,
  days: readonly UndoneDay[],
): Promise<void> {
  for (const one of days) {
    const { companyId, day, wasOpen, ends } = one
    const found = foundOf(batch.id, companyId, day)
    const removed = sql`
      delete from device_daily r where r.business_date = ${day}::date and r.company_id = ${companyId}
        and r.device_id in (select unnest(${integers(plan.created)}::int[]))`
    if (plan.created.length > 0) await byHash(trx, () => removed.execute(trx))
    if (ends && !wasOpen) await byHash(trx, () => removeAdded(trx, found, day, companyId))
    if (!ends) await passToNext(trx, batch, one)
    const { rows } = await sql<{
      known: boolean
    }>`select jsonb_typeof(coverage) = 'array' as known from (${found}) k`.execute(trx)
    if (ends && rows[0]?.known) {
      await sql`delete from import_coverage where business_date = ${day}::date and company_id = ${companyId}`.execute(
        trx,
      )
      await sql`insert into import_coverage select c.* from (${found}) k cross join lateral jsonb_populate_recordset(null::import_coverage, k.coverage) c`.execute(
        trx,
      )
    } else
      await recountCoverage(
        trx,
        companyId,
        day,
        batch.id,
        ends && !wasOpen ? null : await sitesOf(trx, plan, companyId, day),
      )
    // No machine of the batch remains that could need it.
    if (one.complete)
      await sql`delete from import_before_day where batch_id = ${batch.id} and company_id = ${companyId} and business_date = ${day}::date`.execute(
        trx,
      )
  }
}
