import { type Kysely, type RawBuilder, sql } from 'kysely'
import { serialKey } from '#shared/devices.ts'
import type { Database } from './tables.ts'

const mostNamed = 20

/** `serialKey` of a column in SQL, as the index of all serials has it. */
export const serialKeySql = (column = 'serial'): RawBuilder<string> => sql<string>`upper(${sql.ref(column)} collate "C")`

/** Devices with one of these serials, in any letter case. */
export const withSerials = (serials: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${serialKeySql()} = any(${[...new Set(serials.map(serialKey))]}::text[])`

/**
 * Machines that are recorded twice, under serials that differ only in letter case: databases older than the rule may hold some.
 * Records that were scrapped, all of them but one, are settled.
 * @returns the serials of each, for instance `T30-001 = t30-001`, not more than twenty
 */
export async function findSerialTwins(db: Kysely<Database>): Promise<string[]> {
  const { rows: mark } = await sql<{ there: boolean }>`select to_regclass('device_serial_twins') is not null as there`.execute(db)
  if (!mark[0]?.there) return []
  const { rows } = await sql<{ serials: string }>`
    select string_agg(serial, ' = ' order by id) as serials from device
    group by ${serialKeySql()} having count(*) filter (where state <> 'scrap') > 1 order by min(id) limit ${mostNamed}`.execute(db)
  return rows.map(({ serials }) => serials)
}
