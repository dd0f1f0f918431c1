import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { byMachineType } from '#server/features/devices/hash-rules.ts'
import { firstMachineTypes, hashRulesOf } from '#shared/machine-types.ts'
import type { DemoHistory } from './records.ts'
import { column } from './write-devices.ts'
import type { HistoryKeys } from './write-history.ts'
import { at } from './write-places.ts'

/**
 * Insert the dailies a day at a time, by client within the day, so that a client's machines are stored together;
 * triggers keep both roll-ups.
 */
export async function writeDailies(
  trx: Transaction<Database>,
  history: DemoHistory,
  keys: HistoryKeys,
  batchIds: number[],
): Promise<void> {
  const months = new Set([...history.dailies.keys()].map((day) => `${keys.day(day).slice(0, 7)}-01`))
  for (const month of months) await sql`select device_daily_month(${month}::date)`.execute(trx)
  const order = history.devices
    .toSorted((left, right) => left.client - right.client || left.index - right.index)
    .map((device) => device.index)
  const place = new Map(order.map((index, position) => [index, position]))
  for (const [day, unsorted] of history.dailies) {
    const rows = unsorted.toSorted((left, right) => (place.get(left.device) ?? 0) - (place.get(right.device) ?? 0))
    await sql`
      insert into device_daily (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported,
        hash_avg, hash_target, compliant, batch_id)
      select ${keys.day(day)}::date, device.id, device.company_id, device.client_id, device.account_id, device.site_id, device.type, row.state::device_state,
        row.reported, row.ever_reported, row.hash_avg, ${byMachineType('device.type', hashRulesOf(firstMachineTypes).targets, 'real')},
        row.compliant, row.batch_id
      from unnest(
        ${column(rows, (row) => at(keys.devices, row.device))}::int[],
        ${column(rows, (row) => row.state)}::text[],
        ${column(rows, (row) => row.reported)}::boolean[],
        ${column(rows, (row) => row.everReported)}::boolean[],
        ${column(rows, (row) => row.hashAverage)}::real[],
        ${column(rows, (row) => row.compliant)}::boolean[],
        ${column(rows, (row) => (row.batch === null ? null : at(batchIds, row.batch)))}::int[]
      ) with ordinality as row(device_id, state, reported, ever_reported, hash_avg, compliant, batch_id, place)
      join device on device.id = row.device_id
      order by row.place`.execute(trx)
  }
}
