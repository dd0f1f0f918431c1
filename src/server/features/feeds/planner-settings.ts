import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

async function setAll(
  trx: Transaction<Database>,
  settings: readonly string[],
  value: 'off' | 'default',
): Promise<void> {
  for (const setting of settings) await sql`set local ${sql.ref(setting)} = ${sql.raw(value)}`.execute(trx)
}

/** Do some work with planner settings switched off, then restore their defaults. */
async function under<Result>(
  trx: Transaction<Database>,
  settings: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  await setAll(trx, settings, 'off')
  const result = await work()
  await setAll(trx, settings, 'default')
  return result
}

/**
 * Do some work with hash joins only. The planner has no statistics of a day that was opened just now. It assumes an
 * empty table and would choose a nested loop: minutes for 100,000 devices.
 */
export const byHash = <Result>(trx: Transaction<Database>, work: () => Promise<Result>): Promise<Result> =>
  under(trx, ['enable_nestloop'], work)

/** From this many rows on, reading the whole day of a tenant is no more work than looking up its rows. */
const leastHashed = 500

/**
 * Do some work with hash joins, or with key look-ups for few rows. Never use a nested loop without index, whatever size
 * the planner assumes.
 */
export const byKeyOrHash = <Result>(
  trx: Transaction<Database>,
  rows: number,
  work: () => Promise<Result>,
): Promise<Result> =>
  rows >= leastHashed ? byHash(trx, work) : under(trx, ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan'], work)

const unranged = ['enable_nestloop', 'enable_indexscan']

/**
 * Do some work with hash joins and read the day of a tenant page by page: in key order, consecutive rows can be on
 * different pages.
 */
export const byRange = <Result>(trx: Transaction<Database>, work: () => Promise<Result>): Promise<Result> =>
  under(trx, unranged, work)

/**
 * Return a function that switches the settings of `byRange` on or off if they are not so already, for statements in
 * turn. Switch them off after the last one.
 */
export function rangeSwitch(trx: Transaction<Database>): (ranged: boolean) => Promise<void> {
  let isOn = false
  return async (ranged) => {
    if (ranged !== isOn) await setAll(trx, unranged, ranged ? 'off' : 'default')
    isOn = ranged
  }
}

/**
 * Looking up one daily row reads four pages, as many as hold about 180 rows of a day that is read whole, and takes the
 * time of about 20 rows.
 */
export const rowsALookUp = 50

/** Number of devices of each tenant. A missing tenant = not counted, so large that its rows are looked up. */
export type TenantDevices = ReadonlyMap<number, number>

/**
 * Decide whether reading the whole day of these tenants is less work than looking up `rows` rows. The embedded engine
 * has no page reads to save.
 */
export function isRanged(
  rows: number,
  tenantIds: readonly number[],
  { devices, embedded }: { devices: TenantDevices; embedded: boolean },
): boolean {
  const all = tenantIds.reduce((sum, tenantId) => sum + (devices.get(tenantId) ?? Number.POSITIVE_INFINITY), 0)
  return !embedded && rows * rowsALookUp >= all
}
