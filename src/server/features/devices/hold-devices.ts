import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { countDevices } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type DeviceSelection, selectionLimit } from '#shared/selected-devices.ts'
import { lockForChange } from './fleet-lock.ts'
import { isIndexed, refuseShortSerial } from './searched-page.ts'

export type HeldDevice = {
  id: number
  serial: string
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  type: DeviceType
  state: DeviceState
  state_since: Date
}

const columns = sql.raw('id, serial, company_id, site_id, client_id, account_id, type, state, state_since')

export const byIds = (ids: readonly number[]): RawBuilder<boolean> => sql<boolean>`id = any(${[...ids]}::int[])`

/** Return the devices of a set without locks, for dry runs. */
export async function readDevices(
  trx: Transaction<Database>,
  set: DeviceSet,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<HeldDevice[]> {
  if (set.companyIds.length === 0) return []
  const { rows } =
    await sql<HeldDevice>`select ${columns} from device where ${deviceConditions(set)} and ${condition} order by id`.execute(
      trx,
    )
  return rows
}

/**
 * Lock the devices of a set until the end of the transaction, so that they cannot change between decision and write.
 * Locks are taken in the order of the ids, so that two transactions cannot deadlock.
 */
export async function holdDevices(
  trx: Transaction<Database>,
  set: DeviceSet,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<HeldDevice[]> {
  for (const tenantId of [...set.companyIds].sort((left, right) => left - right)) await lockForChange(trx, tenantId)
  if (set.companyIds.length === 0) return []
  const hold = async (held: DeviceSet) => {
    const { rows } =
      await sql<HeldDevice>`select ${columns} from device where ${deviceConditions(held)} and ${condition} order by id for update`.execute(
        trx,
      )
    return rows
  }
  if (!set.spread || set.companyIds.length === 1) return hold(set)
  // Citus can lock the rows of only one tenant per statement.
  const { rows: tenants } = await sql<{
    id: number
  }>`select distinct company_id as id from device where ${deviceConditions(set)} and ${condition} order by 1`.execute(
    trx,
  )
  const found: HeldDevice[] = []
  for (const { id } of tenants) found.push(...(await hold({ ...set, companyIds: [id] })))
  return found.sort((one, other) => one.id - other.id)
}

/**
 * Count the devices of a set; where neither a counter nor an index knows their number, up to one more than a selection
 * may have.
 */
async function countSelected(db: Kysely<Database>, set: DeviceSet): Promise<number> {
  if (set.care === undefined || isIndexed(set)) return (await countDevices(db, set)).totalCount
  const { rows } = await sql<{ found: number }>`select count(*)::int as found
    from (select row_version from device where ${deviceConditions(set)} limit ${selectionLimit + 1}) selected`.execute(
    db,
  )
  return rows[0]?.found ?? 0
}

/**
 * Refuse a selection by filters with another number of devices than the user saw, before a transaction reads and locks
 * all of them: the filters may match a whole fleet.
 * @throws AppError COUNT_CHANGED; TOO_WIDE for one or two characters of a serial in a large fleet
 */
export async function refuseOtherNumber(db: Kysely<Database>, set: DeviceSet, expected: number): Promise<void> {
  await refuseShortSerial(db, set)
  const count = await countSelected(db, set)
  if (count !== expected) throw new AppError('COUNT_CHANGED', { values: { count, expected } })
}

/**
 * Return the set of a selection. Call it before the transaction, because on the embedded engine the transaction has the
 * only connection.
 */
export async function setOf(ctx: SignedInContext, selection: DeviceSelection): Promise<DeviceSet> {
  if ('ids' in selection) return ctx.services.places.narrow(ctx.scope)
  const set = await ctx.services.places.narrow(ctx.scope, { ...selection.filters, wholeList: true })
  await refuseOtherNumber(ctx.db, set, selection.expected)
  return set
}

/**
 * Return the devices of a selection within its set.
 * @throws AppError NOT_FOUND for an id that does not exist or is out of scope; COUNT_CHANGED when the number of matches
 * differs from what the user saw
 */
export async function devicesOf(
  read: (condition?: RawBuilder<boolean>) => Promise<HeldDevice[]>,
  selection: DeviceSelection,
): Promise<HeldDevice[]> {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    const found = await read(byIds(ids))
    if (found.length !== ids.length) throw new AppError('NOT_FOUND')
    return found
  }
  const found = await read()
  if (found.length !== selection.expected)
    throw new AppError('COUNT_CHANGED', { values: { count: found.length, expected: selection.expected } })
  return found
}
