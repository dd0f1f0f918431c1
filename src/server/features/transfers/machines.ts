import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { byIds, type HeldDevice, readDevices } from '#server/features/devices/hold-devices.ts'
import { serialKey } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { TransferSelection } from '#shared/transfers.ts'
import type { Owner } from './target.ts'

/** The selected machines, and the requested ones that the caller does not have. */
export type Chosen = { machines: HeldDevice[]; unknown: { count: number; serials: string[] } }

export const ownerOf = ({ company_id, client_id, account_id, site_id }: HeldDevice): Owner => ({
  companyId: company_id,
  clientId: client_id ?? 0,
  accountId: account_id ?? 0,
  siteId: site_id ?? 0,
})

/** Return the filters of a selection, to be narrowed before a transaction begins. */
export const filtersOf = ({ filters }: TransferSelection): Partial<NonNullable<TransferSelection['filters']>> =>
  filters ?? {}

/**
 * If two records have one serial in two spellings, as in older databases, select the older one that is not scrapped.
 */
function oneEach(found: readonly HeldDevice[]): Map<string, HeldDevice> {
  const machines = new Map<string, HeldDevice>()
  for (const device of found) {
    const key = serialKey(device.serial)
    const twin = machines.get(key)
    if (!twin || (twin.state === 'scrap' && device.state !== 'scrap')) machines.set(key, device)
  }
  return machines
}

/**
 * Return the machines of a selection within `set`, the result of `places.narrow` for `filtersOf(selection)`.
 * @param read reads them, or locks them until the transaction ends
 * @throws AppError COUNT_CHANGED when the number of matches differs from the one that the user saw
 */
export async function chosenMachines(
  selection: TransferSelection,
  read: (condition?: RawBuilder<boolean>) => Promise<HeldDevice[]>,
): Promise<Chosen> {
  const { ids, serials, expected } = selection
  if (ids) {
    const wanted = [...new Set(ids)]
    const machines = await read(byIds(wanted))
    return { machines, unknown: { count: wanted.length - machines.length, serials: [] } }
  }
  if (serials) {
    const wanted = new Map(serials.map((serial) => [serialKey(serial), serial]))
    const found = oneEach(await read(withSerials(serials)))
    const unknown = [...wanted].flatMap(([key, serial]) => (found.has(key) ? [] : [serial]))
    return { machines: [...found.values()], unknown: { count: unknown.length, serials: unknown } }
  }
  const machines = await read()
  if (machines.length !== expected)
    throw new AppError('COUNT_CHANGED', { values: { count: machines.length, expected: expected ?? 0 } })
  return { machines, unknown: { count: 0, serials: [] } }
}

/** Return the tenants of a selection's machines; without a lock, so they may change before the machines are locked. */
export async function tenantsOf(
  trx: Transaction<Database>,
  set: DeviceSet,
  selection: TransferSelection,
): Promise<number[]> {
  const { machines } = await chosenMachines(selection, (condition) => readDevices(trx, set, condition))
  return [...new Set(machines.map(({ company_id }) => company_id))]
}

/** Return machines with parts from the stock of their base: the ledger of one base has no entries of another. */
export async function withParts(trx: Transaction<Database>, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number
  }>`select distinct machine_id as id from company_material where machine_id = any(${[...ids]}::int[]) and number > 0`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Return machines that were in another base on days from `date` on, with that base. */
export async function formerBases(
  trx: Transaction<Database>,
  { spread }: DeviceSet,
  ids: readonly number[],
  date: string,
): Promise<{ id: number; companyId: number }[]> {
  // With tenants on several nodes, a machine never changes its base.
  if (spread) return []
  const { rows } = await sql<{ id: number; companyId: number }>`
    select distinct device_id as id, (change #>> '{from,companyId}')::int as "companyId" from device_event
    where device_id = any(${[...ids]}::int[]) and cause = 'transfer' and change ->> 'date' > ${date}
      and change #>> '{from,companyId}' <> change #>> '{to,companyId}'`.execute(trx)
  return rows
}
