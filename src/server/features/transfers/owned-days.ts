import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { sumColumns } from '#server/features/charts/daily-sums.ts'
import type { Sums } from '#server/features/charts/day-rates.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import { given, isSame, type Owner, type Target } from './target.ts'

/** Rows of some machines on one day that belong to one owner. */
export type OwnedRows = { day: Day; owner: Owner; ids: number[]; sums: Sums }

type Found = Record<(typeof sumColumns)[number], number> & {
  company_id: number
  client_id: number
  account_id: number
  site_id: number
  ids: string
}

/** The counts of rows of device_daily, computed like the roll-up triggers (migration 0046). */
const counted = sql.join([
  ...deviceStates.map((state) => sql`(count(*) filter (where state = ${sql.lit(state)}))::int as ${sql.ref(state)}`),
  sql`(count(*) filter (where ever_reported and reported is not null and state <= 'offline'))::int as in_service`,
  sql`(count(*) filter (where ever_reported and reported is not null and state <= 'warn'))::int as online`,
  sql`(count(*) filter (where ever_reported and reported is not null and state <= 'warn' and compliant))::int as compliant`,
  sql`(count(*) filter (where ever_reported and reported is null and state <= 'offline'))::int as unknown`,
])

/** Placeholder for rows whose counts are not needed. */
export const noSums = Object.fromEntries(sumColumns.map((column) => [column, 0])) as Sums

/**
 * Return the rows of machines on one day, by their owner on that day.
 * @param companyIds every base that any of them was in
 */
export async function ownedOn(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  day: Day,
  ids: readonly number[],
): Promise<OwnedRows[]> {
  const { rows } = await sql<Found>`${sql.raw(unnamedMark)}
    select company_id, client_id, account_id, site_id, array_agg(device_id)::text as ids, ${counted} from device_daily
    where ${isOneOf('company_id', companyIds)} and business_date = ${day}::date and device_id = any(${integers(ids)}::int[])
    group by company_id, client_id, account_id, site_id order by company_id, client_id, account_id, site_id`.execute(
    trx,
  )
  return rows.map(({ company_id, client_id, account_id, site_id, ids: list, ...sums }) => ({
    day,
    owner: { companyId: company_id, clientId: client_id, accountId: account_id, siteId: site_id },
    ids: readList(list),
    sums,
  }))
}

/**
 * Return the rows of machines from `start` to `end`, the oldest day first: those that the transfer changes, and those
 * that already have the new owner.
 */
export async function rowsOfDays(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  { start, end }: { start: Day; end: Day },
  ids: readonly number[],
  target: Target,
): Promise<{ moving: OwnedRows[]; staying: OwnedRows[] }> {
  const found: { moving: OwnedRows[]; staying: OwnedRows[] } = { moving: [], staying: [] }
  if (ids.length === 0 || companyIds.length === 0) return found
  for (const day of daysBetween(start, end))
    for (const rows of await ownedOn(trx, companyIds, day, ids))
      (isSame(rows.owner, given(target, rows.owner)) ? found.staying : found.moving).push(rows)
  return found
}
