import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, isOneOf, onTheirNodes, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { ofTerritory, ofTerritoryAfter } from '#server/features/dailies/day-rows.ts'
import { asDays, type DayReading, readDays } from '#server/features/history/archived-months.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairOutcomeShown } from '#shared/repairs.ts'
import type { Machines, StatementChanges, StatementRepair } from './input.ts'

/** The most lines of repairs and serials that a statement prints. The exports have the rest. */
const mostRepairs = 1_000
const mostSerials = 300
/** If more machines changed than this, the printed ones are taken from those with the lowest ids. */
const mostLooked = 1_000
/** The most days without data before a month. Older data is not used as the opening balance. */
const longestGap = 400
const millisecondsPerDay = 86_400_000

type StoredRepair = {
  serial: string
  site_id: number | null
  sent: Day
  back: Day | null
  outcome: RepairOutcomeShown | null
  closed: boolean
  total: number
}

/**
 * Return the repairs of the owner's machines that overlap a range of days, ordered by the day of sending. Void records
 * are left out.
 */
export async function readRepairs(
  db: Kysely<Database>,
  set: DeviceSet,
  book: PlaceBook,
  { start, end, today, timeZone }: { start: Day; end: Day; today: Day; timeZone: string },
): Promise<{ count: number; rows: StatementRepair[] }> {
  const { rows } =
    await sql<StoredRepair>`select r.device_serial as serial, r.site_id, r.repair_date::text as sent, back.repair_date::text as back,
      coalesce(back.outcome, r.outcome) as outcome, r.closed, count(*) over ()::int as total
    from (select * from repair_daily where ${sql.join(territoryConditions(set), sql` and `)} and type = '送修' and voided_at is null and repair_date <= ${end}::date) r
    left join repair_daily back on back.company_id = r.company_id and back.opened_by_id = r.id and back.voided_at is null${onTheirNodes('back.company_id', set)}
    where coalesce(back.repair_date, case when r.closed then (r.update_time at time zone ${timeZone})::date end, ${end}::date) >= ${start}::date
    order by r.repair_date, r.id limit ${mostRepairs}`.execute(db)
  const daysOf = ({ sent, back, closed }: StoredRepair) =>
    back === null && closed ? null : Math.max(0, (Date.parse(back ?? today) - Date.parse(sent)) / millisecondsPerDay)
  return {
    count: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      serial: row.serial,
      site: row.site_id === null ? null : (book.companies.get(row.site_id)?.name ?? null),
      out: row.sent,
      back: row.back,
      days: daysOf(row),
      outcome: row.outcome,
    })),
  }
}

type Compared = {
  kind: 'opening' | 'closing' | 'gained' | 'left' | 'scrapped' | 'lost' | 'within'
  count: number
  serials: string[] | null
  ids: number[] | null
}

/**
 * Return the two days to compare: the newest day with data before a range, and the last day with data in it. The days
 * of the bases are used, because an owner's own days would hide the first machines that came and the last ones that
 * left. null = no data.
 */
async function comparedDays(
  db: Kysely<Database>,
  { companyIds }: DeviceSet,
  start: Day,
  end: Day,
): Promise<[Day, Day] | null> {
  const { rows } = await sql<{ before: Day | null; first: Day | null; last: Day | null }>`
    select max(business_date) filter (where business_date < ${start}::date)::text as before,
      min(business_date) filter (where business_date >= ${start}::date)::text as first, max(business_date)::text as last
    from daily_scope where kind = 'company' and ${isOneOf('company_id', companyIds)} and scope_id = company_id
      and business_date between ${start}::date - ${longestGap}::int and ${end}::date and total > 0`.execute(db)
  const [known] = rows
  if (!known?.first || !known.last) return null
  return [known.before ?? known.first, known.last]
}

/** Return the rows of the archive that a comparison needs. */
async function archivedRows(
  { archive }: DayReading,
  set: DeviceSet,
  files: readonly ArchiveFile[],
  needed: RawBuilder<unknown>,
): Promise<object[]> {
  const own = sql.join(territoryConditions(set), sql` and `)
  const archived: object[] = []
  for (const file of files)
    archived.push(
      ...(await archive.rows(
        file,
        (stored) => sql<object>`select business_date, device_id, state from ${stored} where ${own} and (${needed})`,
      )),
    )
  return archived
}

function machinesOf(rows: readonly Compared[], kind: Compared['kind']): Machines {
  const found = rows.find((row) => row.kind === kind)
  return { count: found?.count ?? 0, serials: found?.serials ?? [], ids: found?.ids ?? [], moves: [] }
}

function changesOf(rows: readonly Compared[], opening: Day, last: Day): StatementChanges {
  const of = (kind: Compared['kind']) => machinesOf(rows, kind)
  return {
    opening: { day: opening, count: of('opening').count },
    closing: { day: last, count: of('closing').count },
    gained: of('gained'),
    left: of('left'),
    scrapped: of('scrapped'),
    lost: of('lost'),
    within: of('within').count,
    isInternal: false,
  }
}

/**
 * The machines of each kind, from those present on the opening day and on the closing day and those scrapped in
 * between.
 */
const comparedKinds = sql`compared as (
    select 'opening' as kind, device_id from opened
    union all select 'closing', device_id from closed
    union all select 'gained', device_id from closed where device_id not in (select device_id from opened)
    union all select 'gained', device_id from ended where device_id not in (select device_id from opened)
    union all select 'within', device_id from ended where device_id not in (select device_id from opened)
    union all select 'scrapped', device_id from ended
    union all select 'left', device_id from opened where device_id not in (select device_id from closed) and device_id not in (select device_id from ended)
    union all select 'lost', device_id from closed where state = 'lost' and device_id not in (select device_id from opened where state = 'lost'))`
const isPrinted = sql`kind in ('gained', 'left', 'scrapped', 'lost') and place <= ${sql.lit(mostLooked)}`
const placed = sql`(select kind, device_id, row_number() over (partition by kind order by device_id) as place from compared)`

/** Add the printed serials to the rows, with a query of its own, as needed on several nodes. */
async function withSerials(db: Kysely<Database>, set: DeviceSet, rows: readonly Compared[]): Promise<Compared[]> {
  const wanted = rows.flatMap(({ ids }) => ids ?? [])
  const { rows: known } = await sql<{ id: number; serial: string }>`select id, serial from device
    where ${isOneOf('company_id', set.companyIds)} and id = any(${wanted}::int[]) order by serial`.execute(db)
  return rows.map((row) => {
    const own = new Set(row.ids)
    const printed = known.filter(({ id }) => own.has(id)).slice(0, mostSerials)
    return { ...row, serials: printed.map(({ serial }) => serial), ids: printed.map(({ id }) => id) }
  })
}

/**
 * Return the machines gained and left between two days, by their owners at the end of the opening and of the closing
 * day; null = no days to compare.
 */
export async function readChanges(
  db: Kysely<Database>,
  reading: DayReading,
  set: DeviceSet,
  { start, end }: { start: Day; end: Day },
): Promise<StatementChanges | null> {
  const compared = set.companyIds.length === 0 ? null : await comparedDays(db, set, start, end)
  if (!compared) return null
  const [opening, last] = compared
  const onOpening = sql`business_date = ${opening}::date and state <> 'scrap'`
  const onClosing = sql`business_date = ${last}::date and state <> 'scrap'`
  const ending = sql`business_date > ${opening}::date and business_date <= ${last}::date and state = 'scrap'`
  const rows = await readDays(db, reading.today, { start: opening, end: last }, async (files) => {
    const archived = await archivedRows(reading, set, files, sql`(${onOpening}) or (${onClosing}) or (${ending})`)
    const table =
      archived.length === 0
        ? sql``
        : sql`archived as materialized (select business_date, device_id, state from ${asDays(archived)}),`
    /** Return the rows of the database together with those of the archive. */
    const held = (stored: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
      archived.length === 0 ? stored : sql`${stored} union all select device_id, state from archived where ${condition}`
    const opened = held(
      sql`select device_id, state from device_daily where ${ofTerritory(set, opening)} and state <> 'scrap'`,
      onOpening,
    )
    const closed = held(
      sql`select device_id, state from device_daily where ${ofTerritory(set, last)} and state <> 'scrap'`,
      onClosing,
    )
    const ended = held(
      sql`select device_id, state from device_daily where ${ofTerritoryAfter(set, opening, last)} and state = 'scrap'`,
      ending,
    )
    const parts = sql`${table} opened as (${opened}), closed as (${closed}), ended as (select distinct device_id from (${ended}) e),
      ${comparedKinds}`
    if (set.spread) {
      const found = await sql<Compared>`with ${parts} select kind, count(*)::int as count, null as serials,
        to_json(array_agg(device_id) filter (where ${isPrinted})) as ids from ${placed} compared group by kind`.execute(
        db,
      )
      return withSerials(db, set, found.rows)
    }
    // Only printed serials are looked up, each by its key. `offset 0` keeps PostgreSQL from joining with all machines.
    const found = await sql<Compared>`with ${parts}
    select kind, count(*)::int as count, (array_agg(device.serial order by device.serial) filter (where device.serial is not null))[1:${sql.lit(mostSerials)}] as serials,
      to_json((array_agg(device_id order by device.serial) filter (where device.serial is not null))[1:${sql.lit(mostSerials)}]) as ids
    from ${placed} compared
    left join lateral (select serial from device where id = compared.device_id and ${isPrinted} offset 0) device on true group by kind`.execute(
      db,
    )
    return found.rows
  })
  return rows.length === 0 ? null : changesOf(rows, opening, last)
}
