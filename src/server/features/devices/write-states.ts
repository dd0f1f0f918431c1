import { type RawBuilder, sql, type Transaction } from 'kysely'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { EventCause } from '#shared/transitions.ts'

export type StateChange = {
  deviceId: number
  companyId: number
  from: DeviceState
  to: DeviceState
  cause: EventCause | 'void' | 'undo'
  /** The repair record that caused the change. */
  repairId?: number
  /** The change of the number of repairs; default: 1 for a device sent to repair. */
  repairTimes?: number
  /** Since when the device is in its state; default: the time of the change. Set when an earlier state is restored. */
  since?: Date
  /**
   * The measurement of the feed that changes the state, written in the same update. A second update would repeat all
   * checks of the row.
   */
  measured?: Measurement
}
/** hashRate in TH/s, lastReportAt in ms since 1970. */
export type Measurement = { hashRate: number | null; activeWorkerState: boolean; lastReportAt: number | null }
/** The values common to all changes of one action. */
export type ChangeOrigin = {
  at: Date
  userId: number | null
  batchId?: number | null
  repairId?: number | null
  note?: string | null
  /** The `update_time` of the devices, by which an undo finds what its batch has written; default: `at`. */
  stamp?: Date
}
/** Owner, type and measured values of a device. */
export type DeviceValues = {
  serial: string
  companyId: number
  clientId: number | null
  accountId: number | null
  siteId: number | null
  type: DeviceType
  state: DeviceState
  activeWorker: string | null
  activeWorkerState: boolean
  hashRate: number | null
}
/** A device to insert, with the state after its first report; `offline` without one. */
export type NewDevice = DeviceValues & { lastReportAt: Date | null }

/** The most rows of one statement. More would block the embedded engine's only connection for longer than 100 ms. */
const chunkRows = 5_000
/**
 * The most new devices of one statement, because each is written to every index and checked against four other tables.
 */
const registeredRows = 1_000
export const chunksOf = <Row>(rows: readonly Row[], size = chunkRows): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))

/** Return the condition for the tenants of some changes, so that Citus runs each statement on their nodes. */
export const ofTenants = (column: string, changes: readonly { companyId: number }[]): RawBuilder<boolean> =>
  isOneOf(column, [...new Set(changes.map(({ companyId }) => companyId))])

type EventRow = Pick<StateChange, 'deviceId' | 'companyId' | 'to' | 'cause' | 'repairId'> & { from: DeviceState | null }
const timesOf = ({ repairTimes, cause }: StateChange): number => repairTimes ?? (cause === 'repairOut' ? 1 : 0)

async function writeEvents(
  trx: Transaction<Database>,
  events: readonly EventRow[],
  origin: ChangeOrigin,
): Promise<void> {
  for (const chunk of chunksOf(events)) {
    await sql`
      insert into device_event(company_id, device_id, from_state, to_state, cause, batch_id, repair_id, user_id, note, at)
      select company_id, device_id, from_state, to_state, cause, ${origin.batchId ?? null}::int, coalesce(event_repair_id, ${origin.repairId ?? null}::int), ${origin.userId}::int,
        ${origin.note ?? null}::text, ${origin.at}::timestamptz
      from unnest(${chunk.map((row) => row.companyId)}::int[], ${chunk.map((row) => row.deviceId)}::int[], ${chunk.map((row) => row.from)}::device_state[],
        ${chunk.map((row) => row.to)}::device_state[], ${chunk.map((row) => row.cause)}::text[], ${chunk.map((row) => row.repairId ?? null)}::int[])
        as event(company_id, device_id, from_state, to_state, cause, event_repair_id)`.execute(trx)
  }
}

async function writeChunk(
  trx: Transaction<Database>,
  chunk: readonly StateChange[],
  { at, stamp = at }: Pick<ChangeOrigin, 'at' | 'stamp'>,
): Promise<void> {
  const isMeasured = chunk.some(({ measured }) => measured)
  const measured = isMeasured
    ? sql`, hash_rate = case when c.measured then c.hash_rate else d.hash_rate end,
        active_worker_state = case when c.measured then c.active else d.active_worker_state end,
        last_report_at = case when c.measured then to_timestamp(c.reported_at / 1000) else d.last_report_at end`
    : sql``
  const lists = isMeasured
    ? sql`, ${chunk.map((row) => row.measured !== undefined)}::boolean[], ${chunk.map((row) => row.measured?.hashRate ?? null)}::real[],
        ${chunk.map((row) => row.measured?.activeWorkerState ?? null)}::boolean[], ${chunk.map((row) => row.measured?.lastReportAt ?? null)}::float8[]`
    : sql``
  const written = await sql`
    update device d set state = c.to_state, state_since = coalesce(c.since, ${at}::timestamptz), update_time = ${stamp}::timestamptz,
      row_version = d.row_version + 1, repair_times = d.repair_times + c.times${measured}
    from unnest(${chunk.map((row) => row.deviceId)}::int[], ${chunk.map((row) => row.from)}::device_state[], ${chunk.map((row) => row.to)}::device_state[],
      ${chunk.map((row) => row.since ?? null)}::timestamptz[], ${chunk.map(timesOf)}::smallint[]${lists})
      as c(device_id, from_state, to_state, since, times${isMeasured ? sql`, measured, hash_rate, active, reported_at` : sql``})
    where d.id = c.device_id and d.state = c.from_state and ${ofTenants('d.company_id', chunk)}`.execute(trx)
  if (Number(written.numAffectedRows ?? 0) !== chunk.length) throw new AppError('TRANSITION_REFUSED')
}

/**
 * Change the states of devices. Nothing else writes `device.state`. Each device must still be in the state that the
 * rule saw, and gets an event. The caller must have called `transition()`, and updates the day (dailies/) in the same
 * transaction.
 * @throws AppError TRANSITION_REFUSED when another transaction was faster with one of the devices; then nothing is
 * written
 */
export async function writeStates(
  trx: Transaction<Database>,
  changes: readonly StateChange[],
  origin: ChangeOrigin,
): Promise<void> {
  for (const chunk of chunksOf(changes)) await writeChunk(trx, chunk, origin)
  // A record can be voided without a change of state: a lost device stays lost.
  await writeEvents(
    trx,
    changes.filter(({ from, to }) => from !== to),
    origin,
  )
}

/**
 * Insert new devices with the state of their first report, and write both events: registered (offline) and feed.
 * @returns ids by serial
 */
export async function registerDevices(
  trx: Transaction<Database>,
  devices: readonly NewDevice[],
  origin: ChangeOrigin,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const chunk of chunksOf(devices, registeredRows)) {
    const inserted = await sql<{ id: number; serial: string }>`
      insert into device(serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at,
        state_since, create_time, update_time)
      select serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at,
        ${origin.at}::timestamptz, ${origin.at}::timestamptz, ${origin.at}::timestamptz
      from unnest(${chunk.map((row) => row.serial)}::text[], ${chunk.map((row) => row.companyId)}::int[], ${chunk.map((row) => row.clientId)}::int[],
        ${chunk.map((row) => row.accountId)}::int[], ${chunk.map((row) => row.siteId)}::int[], ${chunk.map((row) => row.type)}::device_type[],
        ${chunk.map((row) => row.state)}::device_state[], ${chunk.map((row) => row.activeWorker)}::text[], ${chunk.map((row) => row.activeWorkerState)}::boolean[],
        ${chunk.map((row) => row.hashRate)}::real[], ${chunk.map((row) => row.lastReportAt)}::timestamptz[])
        as n(serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at)
      returning id, serial`.execute(trx)
    for (const row of inserted.rows) ids.set(row.serial, row.id)
    await sql`select claim_serials(${chunk.map((row) => row.serial)}::text[], ${chunk.map((row) => row.companyId)}::int[],
      ${chunk.map((row) => ids.get(row.serial) ?? 0)}::int[])`.execute(trx)
    const events = chunk.flatMap((row): EventRow[] => {
      const common = { deviceId: ids.get(row.serial) ?? 0, companyId: row.companyId }
      const registered: EventRow = { ...common, from: null, to: 'offline', cause: 'registered' }
      return row.state === 'offline'
        ? [registered]
        : [registered, { ...common, from: 'offline', to: row.state, cause: 'feed' }]
    })
    await writeEvents(trx, events, origin)
  }
  return ids
}
