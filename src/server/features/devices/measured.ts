import { type Kysely, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { MeasuredDevice } from './rows.ts'

/** Return the measurements of some devices of the tenants by id, for the rows of a file. */
export async function readMeasured(
  db: Kysely<Database>,
  companyIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, { measured: MeasuredDevice }>> {
  const { rows } = await sql<MeasuredDevice & { id: number }>`
    select id, hash_rate, last_report_at, state_since from device
    where ${isOneOf('company_id', companyIds)} and id = any(${integers(ids)}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...measured }) => [id, { measured }]))
}
