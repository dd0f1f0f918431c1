import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedError, SiteCoverage } from '#shared/feed.ts'
import { word } from '#shared/i18n/index.ts'
import { repeatFailureDays } from '#shared/repairs.ts'
import { demoSites } from './places-data.ts'
import type { DemoBatch, DemoCoverage, DemoEvent, DemoHistory, DemoRepair } from './records.ts'
import { column } from './write-devices.ts'
import { at, type PlaceIds } from './write-places.ts'

export type HistoryKeys = { places: PlaceIds; devices: number[]; managers: readonly number[]; day(index: number): Day }
const rowsAStatement = 5_000
const conflictOpenDays = 10

const chunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAStatement) }, (_, index) =>
    rows.slice(index * rowsAStatement, (index + 1) * rowsAStatement),
  )
const baseOfDevice = (history: DemoHistory, device: number) => demoSites[history.devices[device]?.site ?? 0]?.base ?? 0

const statusOf = (row: DemoCoverage): SiteCoverage['status'] =>
  row.batch === null ? 'missing' : row.reported < row.expected ? 'partial' : 'complete'

/**
 * Return the result that an opened batch shows: its counts, the lines that wait for a decision, and each site's
 * coverage.
 */
function resultOf(batch: DemoBatch, index: number, history: DemoHistory, keys: HistoryKeys): string {
  const { read, created, updated, unchanged, conflict } = batch
  const businessDate = keys.day(batch.day)
  const waiting = history.conflicts.filter((one) => one.batch === index)
  const transitions = [...batch.transitions].map(([change, count]) => ({
    from: change.split('>')[0],
    to: change.split('>')[1],
    count,
  }))
  return JSON.stringify({
    read,
    created,
    updated,
    unchanged,
    conflict,
    refused: 0,
    businessDate,
    transitions,
    coverage: history.coverage
      .filter(({ day, site }) => day === batch.day && demoSites[site]?.base === batch.base)
      .map(
        (row): SiteCoverage => ({
          siteId: at(keys.places.sites, row.site),
          site: demoSites[row.site]?.name ?? '',
          expected: row.expected,
          reported: row.reported,
          status: statusOf(row),
          absentOffline: row.turned,
          absentKept: row.kept,
        }),
      ),
    ignoredColumns: [],
    errorCount: waiting.length,
    errors: waiting.map(
      ({ device, line, reason }): FeedError => ({
        line,
        serial: history.devices[device]?.serial ?? null,
        reason,
        text: word('zh', `feed.reason.${reason}`),
      }),
    ),
  })
}

/** Insert one batch a base and day. @returns their ids by index */
export async function writeBatches(
  trx: Transaction<Database>,
  history: DemoHistory,
  keys: HistoryKeys,
): Promise<number[]> {
  const { batches } = history
  const written = await sql<{ id: number; company_id: number; business_date: Day }>`
    insert into import_batch (company_id, company_ids, user_id, actor, source, business_date, read, created, updated, unchanged, conflict, refused, result, create_time)
    select company_id, array[company_id], null, 'simulation', 'simulation', business_date, read, created, updated, unchanged, conflict, 0, result, create_time
    from unnest(
      ${column(batches, (batch) => at(keys.places.bases, batch.base))}::int[],
      ${column(batches, (batch) => keys.day(batch.day))}::date[],
      ${column(batches, (batch) => batch.read)}::int[],
      ${column(batches, (batch) => batch.created)}::int[],
      ${column(batches, (batch) => batch.updated)}::int[],
      ${column(batches, (batch) => batch.unchanged)}::int[],
      ${column(batches, (batch) => batch.conflict)}::int[],
      ${batches.map((batch, index) => resultOf(batch, index, history, keys))}::jsonb[],
      ${column(batches, (batch) => batch.at.toISOString())}::timestamptz[]
    ) as row(company_id, business_date, read, created, updated, unchanged, conflict, result, create_time)
    returning id, company_id, business_date`.execute(trx)
  const ids = new Map(written.rows.map((row) => [`${row.company_id}:${row.business_date}`, row.id]))
  return batches.map((batch) => ids.get(`${at(keys.places.bases, batch.base)}:${keys.day(batch.day)}`) ?? 0)
}

/** Insert 送修 first, then the 送回 that close them. @returns their ids by index */
export async function writeRepairs(
  trx: Transaction<Database>,
  history: DemoHistory,
  keys: HistoryKeys,
): Promise<number[]> {
  const ids = new Array<number>(history.repairs.length).fill(0)
  const write = async (repairs: readonly (DemoRepair & { index: number })[]) => {
    const written = await sql<{ id: number; device_id: number; repair_date: Day }>`
      insert into repair_daily (company_id, type, device_id, device_serial, site_id, client_id, account_id, notes, repair_date, outcome, opened_by_id, closed, back_online_at, user_id, create_time, update_time)
      select device.company_id, row.type, device.id, device.serial, device.site_id, device.client_id, device.account_id, row.notes, row.repair_date, row.outcome, row.opened_by_id,
        row.closed, row.back_online_at, row.user_id, row.create_time, row.create_time
      from unnest(
        ${column(repairs, (repair) => repair.type)}::text[],
        ${column(repairs, (repair) => at(keys.devices, repair.device))}::int[],
        ${column(repairs, (repair) => repair.notes)}::text[],
        ${column(repairs, (repair) => keys.day(repair.day))}::date[],
        ${column(repairs, (repair) => repair.outcome)}::text[],
        ${column(repairs, (repair) => (repair.openedBy === null ? null : at(ids, repair.openedBy)))}::int[],
        ${column(repairs, (repair) => repair.closed)}::boolean[],
        ${column(repairs, (repair) => repair.backOnlineAt?.toISOString() ?? null)}::timestamptz[],
        ${column(repairs, (repair) => at(keys.managers, baseOfDevice(history, repair.device)))}::int[],
        ${column(repairs, (repair) => repair.at.toISOString())}::timestamptz[]
      ) with ordinality as row(type, device_id, notes, repair_date, outcome, opened_by_id, closed, back_online_at, user_id, create_time, place)
      join device on device.id = row.device_id
      order by row.place
      returning id, device_id, repair_date`.execute(trx)
    const found = new Map(written.rows.map((row) => [`${row.device_id}:${row.repair_date}`, row.id]))
    for (const repair of repairs)
      ids[repair.index] = found.get(`${at(keys.devices, repair.device)}:${keys.day(repair.day)}`) ?? 0
  }
  const indexed = history.repairs.map((repair, index) => ({ ...repair, index }))
  await write(indexed.filter((repair) => repair.type === '送修'))
  await write(indexed.filter((repair) => repair.type === '送回'))
  await sql`
    update repair_daily r set repeat_of_id = b.id from repair_daily b
    where r.type = '送修' and b.type = '送回' and b.company_id = r.company_id and b.device_id = r.device_id
      and b.repair_date between r.repair_date - ${repeatFailureDays}::int and r.repair_date
      and b.create_time = (select max(e.create_time) from repair_daily e where e.company_id = r.company_id and e.device_id = r.device_id
        and e.type = '送回' and e.create_time < r.create_time)`.execute(trx)
  return ids
}

/** Insert every change of state, in the order of time. */
export async function writeEvents(
  trx: Transaction<Database>,
  history: DemoHistory,
  keys: HistoryKeys,
  batchIds: number[],
  repairIds: number[],
): Promise<void> {
  const person = (event: DemoEvent) =>
    event.batch === null && event.cause !== 'registered' ? at(keys.managers, baseOfDevice(history, event.device)) : null
  const ordered = history.events.toSorted((left, right) => left.at.getTime() - right.at.getTime())
  for (const events of chunks(ordered)) {
    await sql`
      insert into device_event (company_id, device_id, from_state, to_state, cause, repair_id, batch_id, user_id, note, at)
      select company_id, device_id, from_state::device_state, to_state::device_state, cause, repair_id, batch_id, user_id, note, at
      from unnest(
        ${column(events, (event) => at(keys.places.bases, baseOfDevice(history, event.device)))}::int[],
        ${column(events, (event) => at(keys.devices, event.device))}::int[],
        ${column(events, (event) => event.from)}::text[],
        ${column(events, (event) => event.to)}::text[],
        ${column(events, (event) => event.cause)}::text[],
        ${column(events, (event) => (event.repair === null ? null : at(repairIds, event.repair)))}::int[],
        ${column(events, (event) => (event.batch === null ? null : at(batchIds, event.batch)))}::int[],
        ${column(events, person)}::int[],
        ${column(events, (event) => event.note)}::text[],
        ${column(events, (event) => event.at.toISOString())}::timestamptz[]
      ) as row(company_id, device_id, from_state, to_state, cause, repair_id, batch_id, user_id, note, at)`.execute(trx)
  }
}

/**
 * Insert which site's feed came on which day, and the reports that contradict a machine's custody; old ones are
 * settled.
 */
export async function writeCoverage(
  trx: Transaction<Database>,
  history: DemoHistory,
  keys: HistoryKeys,
  batchIds: number[],
  today: number,
): Promise<void> {
  const { coverage, conflicts } = history
  await sql`
    insert into import_coverage (business_date, site_id, company_id, expected, reported, status, batch_id)
    select * from unnest(
      ${column(coverage, (row) => keys.day(row.day))}::date[],
      ${column(coverage, (row) => at(keys.places.sites, row.site))}::int[],
      ${column(coverage, (row) => at(keys.places.bases, demoSites[row.site]?.base ?? 0))}::int[],
      ${column(coverage, (row) => row.expected)}::int[],
      ${column(coverage, (row) => row.reported)}::int[],
      ${column(coverage, statusOf)}::text[],
      ${column(coverage, (row) => (row.batch === null ? null : at(batchIds, row.batch)))}::int[])`.execute(trx)
  const settled = (conflict: (typeof conflicts)[number]) =>
    (history.batches[conflict.batch]?.day ?? 0) < today - conflictOpenDays
  if (conflicts.length === 0) return
  await trx
    .insertInto('feed_conflict')
    .values(
      conflicts.map((conflict) => ({
        company_id: at(keys.places.bases, baseOfDevice(history, conflict.device)),
        device_id: at(keys.devices, conflict.device),
        batch_id: at(batchIds, conflict.batch),
        reason: conflict.reason,
        telemetry: JSON.stringify(conflict.telemetry),
        create_time: conflict.at,
        resolved_at: settled(conflict) ? new Date(conflict.at.getTime() + 86_400_000) : null,
        resolved_by: settled(conflict) ? at(keys.managers, baseOfDevice(history, conflict.device)) : null,
      })),
    )
    .execute()
}
