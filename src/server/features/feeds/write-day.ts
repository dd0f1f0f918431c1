import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf, onTheirNodes } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { areOpen, hashTarget, lockOpening, openDay, openPastDay } from '#server/features/dailies/open-day.ts'
import { breathe } from '#server/giving-way.ts'
import type { Day } from '#shared/dates.ts'
import type { SiteCoverage } from '#shared/feed.ts'
import type { HashRules } from '#shared/machine-types.ts'
import type { DayList } from './day-lists.ts'
import type { PlannedRow } from './plan-line.ts'
import { isRanged, rangeSwitch, type TenantDevices } from './planner-settings.ts'
import type { StoredCoverage } from './read-fleet.ts'
import { piecesOf } from './statement-pieces.ts'

export type DayWriting = {
  companyIds: readonly number[]
  day: Day
  today: Day
  timeZone: string
  batchId: number
  rules: HashRules
  embedded: boolean
  spread: boolean
  devices: TenantDevices
  /** Each row of today has the owner that its device had before the feed. */
  sameOwners: boolean
}

async function hasRows(trx: Transaction<Database>, companyIds: readonly number[], day: Day): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from daily_scope where kind = 'company' and company_id = any(${[...companyIds]}::int[]) and business_date = ${day}::date
      and total > 0) as known`.execute(trx)
  return rows[0]?.known ?? false
}

/** Add rows for devices without one. The state is the live state today, or the planned state on a past day. */
async function insertRows(
  trx: Transaction<Database>,
  lists: AsyncIterable<DayList>,
  { companyIds, spread, day, batchId, rules }: DayWriting,
  live: boolean,
): Promise<void> {
  await sql`select device_daily_month(${day}::date)`.execute(trx)
  for await (const { source } of lists) {
    await sql`${sql.raw(unnamedMark)}
      insert into device_daily(business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg,
        hash_target, compliant, batch_id)
      select ${day}::date, d.id, d.company_id, coalesce(d.client_id, 0), coalesce(d.account_id, 0), coalesce(d.site_id, 0), d.type,
        ${live ? sql`d.state` : sql`s.day_state`}, s.reported, ${live ? sql`d.last_report_at is not null` : sql`coalesce(s.reported, false)`}, s.hash_rate,
        ${hashTarget('d.type', rules)}, s.compliant, ${batchId}::int
      from ${source} join device d on d.id = s.device_id${onTheirNodes('d.company_id', { spread, companyIds })}
      where not exists (select 1 from device_daily r where r.company_id = ${sql.ref(spread ? 'd.company_id' : 's.company_id')} and r.business_date = ${day}::date
        and r.device_id = ${sql.ref(spread ? 'd.id' : 's.device_id')} and ${isOneOf('r.company_id', companyIds)})
      order by d.client_id, d.account_id, d.id`.execute(trx)
  }
}

/**
 * Update state and measurements of existing rows that differ from the feed. Owners are not changed. The rows of a day
 * are stored by owner: if a piece reads only the rows of its owners, all pieces together read the day once.
 */
function updateList(
  trx: Transaction<Database>,
  { source, range, owners }: DayList,
  { tenantIds, ranged }: { tenantIds: readonly number[]; ranged: boolean },
  { day, today, batchId, sameOwners }: DayWriting,
): Promise<unknown> {
  const within =
    sameOwners && day === today ? sql`${range('r.device_id')} and ${owners('r.client_id')}` : range('r.device_id')
  return sql`${sql.raw(unnamedMark)}
      update device_daily r set state = s.day_state, reported = s.reported, ever_reported = r.ever_reported or s.ever, hash_avg = s.hash_rate,
        compliant = s.compliant, batch_id = ${batchId}::int
      from ${source}
      where s.reported is not null and r.company_id = s.company_id and r.business_date = ${day}::date and r.device_id = s.device_id
        and ${isOneOf('r.company_id', tenantIds)}${ranged ? sql` and ${within}` : sql``}
        and (r.state, r.reported, r.ever_reported, r.hash_avg, r.compliant)
          is distinct from (s.day_state, s.reported, r.ever_reported or s.ever, s.hash_rate, s.compliant)`.execute(trx)
}

/** Update the rows of each list by one statement, and create the next list while the database executes it. */
async function updateRows(
  trx: Transaction<Database>,
  lists: AsyncIterable<DayList>,
  writing: DayWriting,
): Promise<void> {
  const setRanged = rangeSwitch(trx)
  let before: Promise<unknown> = Promise.resolve()
  for await (const list of lists) {
    await before
    const tenantIds = writing.companyIds.filter((companyId) => list.tenants.has(companyId))
    const ranged = isRanged(list.rows, tenantIds, writing)
    // The settings first: a list that is created before the statement is sent keeps the database waiting.
    await setRanged(ranged)
    before = updateList(trx, list, { tenantIds, ranged }, writing)
    // The rejection is handled where the promise is awaited.
    before.catch(() => undefined)
    // Send the statement before the next list is created.
    await breathe()
  }
  await before
  await setRanged(false)
}

/** Update today's rows of devices that got another type, owner or site. */
async function moveRows(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { companyIds, spread, day, rules, embedded }: DayWriting,
): Promise<void> {
  for (const piece of piecesOf(rows, embedded)) {
    await sql`${sql.raw(unnamedMark)}
      update device_daily r set client_id = coalesce(d.client_id, 0), account_id = coalesce(d.account_id, 0), site_id = coalesce(d.site_id, 0), type = d.type,
        hash_target = ${hashTarget('d.type', rules)}
      from device d
      where d.id = any(${integers(piece.map((row) => row.after.id))}::int[]) and r.company_id = d.company_id and r.business_date = ${day}::date
        and r.device_id = d.id${onTheirNodes('r.company_id', { spread, companyIds })}`.execute(trx)
  }
}

/** Update today's rows of the devices where they differ from the devices, then add a row for every other device. */
export async function writeToday(
  trx: Transaction<Database>,
  lists: AsyncIterable<DayList>,
  moved: readonly PlannedRow[],
  writing: DayWriting,
): Promise<void> {
  const { companyIds, day } = writing
  // The scheduled opening of this day may run at the same time: two transactions that add the same rows would conflict.
  if (!(await areOpen(trx, companyIds, day))) await lockOpening(trx, companyIds)
  if (await hasRows(trx, companyIds, day)) {
    await updateRows(trx, lists, writing)
    await moveRows(trx, moved, writing)
  }
  if (!(await areOpen(trx, companyIds, day))) await insertRows(trx, lists, writing, true)
  await openDay(trx, companyIds, writing)
}

/** Update state and measurements of the rows of a past day. Their owners stay those of that day. */
export async function restateDay(
  trx: Transaction<Database>,
  lists: AsyncIterable<DayList>,
  writing: DayWriting,
): Promise<void> {
  const { companyIds, today } = writing
  for (const companyId of companyIds) await openPastDay(trx, companyId, writing)
  await updateRows(trx, lists, writing)
  await insertRows(trx, lists, writing, false)
  await openDay(trx, companyIds, { ...writing, day: today })
}

const isSame = (site: SiteCoverage, known: StoredCoverage | undefined): boolean =>
  site.expected === known?.expected && site.reported === known.reported && site.status === known.status

/**
 * Write the coverage of the sites of a feed, except for those that it does not change: a feed of one site among many
 * would otherwise write all of them.
 * @param stored known coverage of the day before the feed, by site
 * @param named the sites of the lines: the batch becomes the newest one of their coverage
 */
export async function writeCoverage(
  trx: Transaction<Database>,
  day: Day,
  batchId: number,
  all: readonly (SiteCoverage & { companyId: number })[],
  { stored, named }: { stored: ReadonlyMap<number, StoredCoverage>; named: ReadonlySet<number> },
): Promise<void> {
  const coverage = all.filter((site) => named.has(site.siteId) || !isSame(site, stored.get(site.siteId)))
  if (coverage.length === 0) return
  await sql`
    insert into import_coverage(business_date, site_id, company_id, expected, reported, status, batch_id)
    select ${day}::date, c.site_id, c.company_id, c.expected, c.reported, c.status, case when c.status = 'missing' then null else ${batchId}::int end
    from unnest(${coverage.map(({ siteId }) => siteId)}::int[], ${coverage.map(({ companyId }) => companyId)}::int[],
      ${coverage.map(({ expected }) => expected)}::int[], ${coverage.map(({ reported }) => reported)}::int[], ${coverage.map(({ status }) => status)}::text[])
      as c(site_id, company_id, expected, reported, status)
    on conflict (company_id, business_date, site_id) do update set expected = excluded.expected, reported = excluded.reported, status = excluded.status,
      batch_id = coalesce(excluded.batch_id, import_coverage.batch_id)
    where (import_coverage.expected, import_coverage.reported, import_coverage.status, import_coverage.batch_id)
      is distinct from (excluded.expected, excluded.reported, excluded.status, coalesce(excluded.batch_id, import_coverage.batch_id))`.execute(
    trx,
  )
}
