import { type RawBuilder, sql, type Transaction } from 'kysely'
import { booleans, doubles, integers, reals } from '#server/db/binary-array.ts'
import { onTheirNodes } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { writeOwnership } from '#server/features/devices/write-ownership.ts'
import {
  type ChangeOrigin,
  chunksOf,
  ofTenants,
  registerDevices,
  type StateChange,
  writeStates,
} from '#server/features/devices/write-states.ts'
import type { Day } from '#shared/dates.ts'
import { ownershipOf } from './moved-rows.ts'
import type { Conflict, PlannedRow } from './plan-line.ts'
import { idRange, isSparse, piecesOf } from './statement-pieces.ts'

const instant = (milliseconds: number | null): Date | null => (milliseconds === null ? null : new Date(milliseconds))

export const isStateChanged = ({ before, after }: PlannedRow): boolean => after.state !== before.state

/** Write new devices, and set the ids in their rows. */
export async function writeNewDevices(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  origin: ChangeOrigin,
): Promise<void> {
  const created = rows.filter((row) => row.before.id === 0)
  const ids = await registerDevices(
    trx,
    created.map(({ after }) => ({ ...after, lastReportAt: instant(after.lastReportAt) })),
    origin,
  )
  for (const row of created) {
    row.after.id = ids.get(row.after.serial) ?? 0
    row.moved = false
  }
}

const tenantsOf = (rows: readonly PlannedRow[]): number[] => [...new Set(rows.map(({ after }) => after.companyId))]

/** Write the new type, owner, site or worker of devices, with an event for each change. */
export async function writeMoves(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  origin: ChangeOrigin,
  day: Day,
  spread: boolean,
): Promise<void> {
  const { at, stamp = at } = origin
  await writeOwnership(trx, ownershipOf(rows, day), origin)
  for (const chunk of chunksOf(rows.filter((row) => row.moved))) {
    const devices = chunk.map((row) => row.after)
    const companyIds = tenantsOf(chunk)
    await sql`
      update device d set type = m.type, client_id = m.client_id, account_id = m.account_id, site_id = m.site_id, active_worker = m.active_worker,
        update_time = ${stamp}::timestamptz, row_version = d.row_version + 1
      from unnest(${devices.map(({ id }) => id)}::int[], ${devices.map(({ type }) => type)}::device_type[], ${devices.map(({ clientId }) => clientId)}::int[],
        ${devices.map(({ accountId }) => accountId)}::int[], ${devices.map(({ siteId }) => siteId)}::int[],
        ${devices.map(({ activeWorker }) => activeWorker)}::text[]) as m(id, type, client_id, account_id, site_id, active_worker)
      where d.id = m.id${onTheirNodes('d.company_id', { spread, companyIds })}`.execute(trx)
    await sql`select devices_moved(${companyIds}::int[], ${devices.map(({ id }) => id)}::int[])`.execute(trx)
  }
}

const isWorkerChanged = ({ before, after }: PlannedRow): boolean => after.activeWorkerState !== before.activeWorkerState

/**
 * Return the changed hash rates and report times of devices, and the worker states where these change: for each
 * statement the columns to set and the values. If the state of a device changes too, `writeFeedStates` writes
 * everything at once.
 */
export function measurementLists(
  rows: readonly PlannedRow[],
  { embedded, spread }: { embedded: boolean; spread: boolean },
): Measurements[] {
  const measured = rows.filter((row) => row.before.id !== 0 && row.measured && !isStateChanged(row))
  return [measured.filter((row) => !isWorkerChanged(row)), measured.filter(isWorkerChanged)].flatMap((some) =>
    piecesOf(some, embedded).map((piece) => {
      const devices = piece.map((row) => row.after)
      const ids = devices.map(({ id }) => id)
      const lists = sql`unnest(${integers(ids)}::int[], ${reals(devices.map(({ hashRate }) => hashRate))}::real[],
        ${doubles(devices.map(({ lastReportAt }) => lastReportAt))}::float8[], ${booleans(devices.map(({ activeWorkerState }) => activeWorkerState))}::boolean[])
        as m(id, hash_rate, reported_at, active)`
      // A statement that names no counted column leaves the counters alone (migration 0025).
      const worker = piece.some(isWorkerChanged) ? sql`, active_worker_state = m.active` : sql``
      // If the ids are a small part of all fleets, the index of their tenant finds the rows of the range, not the
      // primary key.
      const owners = onTheirNodes('d.company_id', { spread: spread || isSparse(ids), companyIds: tenantsOf(piece) })
      return { worker, measured: sql`${lists} where d.id = m.id and ${idRange(ids)('d.id')}${owners}` }
    }),
  )
}
type Measurements = { worker: RawBuilder<unknown>; measured: RawBuilder<unknown> }

/**
 * Update only changed rows, because each update costs time. Do not increase the row version: telemetry must not
 * conflict with a user's edit of the device.
 */
export async function writeMeasurements(
  trx: Transaction<Database>,
  lists: readonly Measurements[],
  at: Date,
): Promise<void> {
  for (const { worker, measured } of lists) {
    await sql`${sql.raw(unnamedMark)}
      update device d set hash_rate = m.hash_rate, last_report_at = to_timestamp(m.reported_at / 1000), update_time = ${at}::timestamptz${worker}
      from ${measured}`.execute(trx)
  }
}

/**
 * Write states and measurements of devices whose state changes, their events, and the end of the repair of those that
 * are online again.
 */
export async function writeFeedStates(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  origin: ChangeOrigin,
): Promise<void> {
  const changed = rows.filter((row) => row.before.id !== 0 && isStateChanged(row))
  const changes = changed.map(({ before, after, measured }): StateChange => {
    const change = {
      deviceId: before.id,
      companyId: before.companyId,
      from: before.state,
      to: after.state,
      cause: 'feed' as const,
    }
    return measured ? { ...change, measured: after } : change
  })
  await writeStates(trx, changes, origin)
  const back = changed.filter((row) => row.before.state === 'repaired').map((row) => row.after)
  if (back.length === 0) return
  await sql`
    update repair_daily r set back_online_at = to_timestamp(b.reported_at / 1000), update_time = ${origin.stamp ?? origin.at}::timestamptz
    from unnest(${back.map(({ id }) => id)}::int[], ${back.map(({ lastReportAt }) => lastReportAt ?? origin.at.getTime())}::float8[]) as b(device_id, reported_at)
    where ${ofTenants('r.company_id', changes)} and r.device_id = b.device_id and r.type = '送回' and r.back_online_at is null and r.voided_at is null
      and not exists (select 1 from repair_daily later where later.company_id = r.company_id and later.device_id = r.device_id and later.type = '送回' and later.voided_at is null
        and (later.create_time, later.id) > (r.create_time, r.id))`.execute(trx)
}

/** Return the devices that already have an open conflict. */
async function openConflicts(trx: Transaction<Database>, conflicts: readonly Conflict[]): Promise<number[]> {
  const devices = conflicts.map(({ device }) => device)
  const { rows } = await sql<{ id: number }>`select device_id as id from feed_conflict
    where ${ofTenants('company_id', devices)} and device_id = any(${devices.map(({ id }) => id)}::int[]) and resolved_at is null`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Store machines in custody that report a hash rate for a user's decision, in the order of the lines. Each machine has
 * at most one open row.
 */
export async function writeConflicts(
  trx: Transaction<Database>,
  conflicts: readonly Conflict[],
  batchId: number,
  at: Date,
): Promise<void> {
  for (const chunk of chunksOf(conflicts)) {
    const open = await openConflicts(trx, chunk)
    const telemetry = chunk.map(({ line }) =>
      JSON.stringify({
        hashRate: line.hashRate,
        activeWorker: line.activeWorker ?? null,
        activeWorkerState: line.activeWorkerState ?? null,
        alarm: line.alarm,
        reportedAt: instant(line.reportedAt)?.toISOString() ?? null,
      }),
    )
    await sql`
      insert into feed_conflict(company_id, device_id, batch_id, reason, telemetry, create_time)
      select c.company_id, c.device_id, ${batchId}::int, c.reason, c.telemetry::jsonb, ${at}::timestamptz
      from unnest(${chunk.map(({ device }) => device.companyId)}::int[], ${chunk.map(({ device }) => device.id)}::int[],
        ${chunk.map(({ reason }) => reason)}::text[], ${telemetry}::text[]) with ordinality as c(company_id, device_id, reason, telemetry, line)
      where not c.device_id = any(${open}::int[])
      order by c.line`.execute(trx)
  }
}
