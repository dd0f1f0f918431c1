import { type Kysely, sql } from 'kysely'
import { run } from './0001/run.ts'

/** See `serialKey` in src/shared/devices.ts. */
const key = 'upper(serial collate "C")'

/**
 * One label read by two scanners is one machine: serials are stored as printed and unique without regard to letter
 * case. The new index replaces the old one. If two spellings exist already, both stay until a user scraps the wrong
 * record (the start lists them, `serial-twins.ts`), and the index refuses only new ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const twins = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',' order by id) as ids
    from (select id, row_number() over (partition by ${sql.raw(key)} order by id) as place from device) d where place > 1`.execute(
    db,
  )
  const ids = twins.rows[0]?.ids ?? null
  if (ids === null) {
    await run(db, [
      `create unique index device_serial_once on device(${key})`,
      'alter table device drop constraint device_serial_key',
    ])
    return
  }
  await run(db, [
    `create unique index device_serial_once on device(${key}) where id <> all('{${ids}}'::int[])`,
    `create index device_serial_twins on device(${key})`,
  ])
}
