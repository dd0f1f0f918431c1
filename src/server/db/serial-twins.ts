import { type Kysely, type RawBuilder, sql } from 'kysely'
import { serialKey } from '#shared/devices.ts'
import type { Database, Db } from './tables.ts'

const mostNamed = 20

/** `serialKey` of a column in SQL, as in the index of all serials. */
export const serialKeySql = (column = 'serial'): RawBuilder<string> =>
  sql<string>`upper(${sql.ref(column)} collate "C")`

/** Devices with one of these serials, in any letter case. */
export const withSerials = (serials: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${serialKeySql()} = any(${[...new Set(serials.map(serialKey))]}::text[])`

/**
 * Find machines recorded twice, under serials that differ only in letter case: databases older than the rule may hold
 * some. A pair is resolved when all its records but one are scrapped.
 * @returns the serials of each, for instance `T30-001 = t30-001`, at most twenty
 */
export async function findSerialTwins(db: Kysely<Database>): Promise<string[]> {
  const { rows: mark } = await sql<{
    there: boolean
  }>`select to_regclass('device_serial_twins') is not null as there`.execute(db)
  if (!mark[0]?.there) return []
  const { rows } = await sql<{ serials: string }>`
    select string_agg(serial, ' = ' order by id) as serials from device
    group by ${serialKeySql()} having count(*) filter (where state <> 'scrap') > 1 order by min(id) limit ${mostNamed}`.execute(
    db,
  )
  return rows.map(({ serials }) => serials)
}

/** Remove the constraint on serials before rows of another database are inserted; `keepSerialsApart` restores it. */
export async function releaseSerials(db: Db): Promise<void> {
  await sql`alter table device drop constraint if exists device_serial_key`.execute(db)
  await sql`drop index if exists device_serial_once, device_serial_twins`.execute(db)
}

/**
 * Make serials unique without regard to letter case, as migration 0023 does: if two spellings of one serial exist
 * already, both stay, and the index refuses only new ones.
 */
export async function keepSerialsApart(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id, row_number() over (partition by ${serialKeySql()} order by id) as place from device) d where place > 1 order by id`.execute(
    db,
  )
  if (rows.length === 0) {
    await sql`create unique index device_serial_once on device(${serialKeySql()})`.execute(db)
    return
  }
  const newer = sql.raw(rows.map(({ id }) => id).join(','))
  await sql`create unique index device_serial_once on device(${serialKeySql()}) where id <> all('{${newer}}'::int[])`.execute(
    db,
  )
  await sql`create index device_serial_twins on device(${serialKeySql()})`.execute(db)
  await sql`alter table device add constraint device_serial_key unique (serial)`.execute(db)
}
