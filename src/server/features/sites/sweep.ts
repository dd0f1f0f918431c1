import { sql } from 'kysely'
import { isSpread } from '#server/db/citus/sharded-tables.ts'
import { daysOfAll } from '#server/db/days-of-all.ts'
import type { Db } from '#server/db/tables.ts'
import type { Archiving } from '#server/features/history/archive-month.ts'
import { forgetDevices } from '#server/features/history/forget-devices.ts'
import { siteBinDays } from '#shared/places.ts'

const dayMs = 86_400_000
/** Rows of one statement, so that none blocks the embedded engine's connection for long. */
const chunk = 200
const dayChunk = 2_000

/** A foreign key that references a table: `required` = the row cannot exist without the referenced row. */
type Reference = { from: string; column: string; required: boolean; byDatabase: boolean; numbered: boolean }
type References = ReadonlyMap<string, Reference[]>

/**
 * Read all foreign keys of our tables, and the references without one where tenants are on several nodes, so that
 * tables of later migrations are included automatically.
 */
async function readReferences(db: Db): Promise<References> {
  const { rows } = await sql<Reference & { to: string }>`
    select f.relname as "from", k.to, a.attname as column, a.attnotnull or k.cascades as required, k.by_database as "byDatabase",
      exists (select from pg_attribute i where i.attrelid = f.oid and i.attname = 'id') as numbered
    from (
      select conrelid as "from", conkey[cardinality(conkey)] as place, confrelid::regclass::text as to, confdeltype in ('c', 'n') as by_database, false as cascades
        from pg_constraint where contype = 'f' and conparentid = 0
      union all
      select from_table::regclass, attnum, to_table, false, on_delete = 'c'
        from loose_reference join pg_attribute on attrelid = from_table::regclass and attname = from_column) k
    join pg_class f on f.oid = k.from join pg_attribute a on a.attrelid = f.oid and a.attnum = k.place
    where f.relnamespace = 'public'::regnamespace and not f.relispartition
    order by f.relname, a.attname`.execute(db)
  const references = new Map<string, Reference[]>()
  for (const { to, ...reference } of rows) references.set(to, [...(references.get(to) ?? []), reference])
  return references
}

/** Return the ids of a chunk of rows in `from` that reference some of `ids`. */
async function pointing(db: Db, { from, column }: Reference, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(from)} where ${sql.ref(column)} = any(${[...ids]}::int[]) limit ${chunk}`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/**
 * Delete rows with all rows that require them; set optional references to null. Companies reference each other and are
 * deleted together.
 */
async function deleteRows(db: Db, references: References, table: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const reference of references.get(table) ?? []) {
    const { from, column, required, byDatabase, numbered } = reference
    if (byDatabase || (from === 'company' && table === 'company')) continue
    const points = sql`${sql.ref(column)} = any(${[...ids]}::int[])`
    if (!required) await sql`update ${sql.table(from)} set ${sql.ref(column)} = null where ${points}`.execute(db)
    else if (!numbered) await sql`delete from ${sql.table(from)} where ${points}`.execute(db)
    else
      for (let found = await pointing(db, reference, ids); found.length > 0; found = await pointing(db, reference, ids))
        await deleteRows(db, references, from, found)
  }
  await sql`delete from ${sql.table(table)} where id = any(${[...ids]}::int[])`.execute(db)
}

async function idsOf(db: Db, query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> {
  return (await query.execute(db)).rows.map(({ id }) => id)
}

const pieces = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Delete the days of these devices, day by day, so that triggers keep the roll-ups correct; and their hours. */
async function deleteDays(db: Db, deviceIds: readonly number[]): Promise<void> {
  for (const ids of pieces(deviceIds, dayChunk))
    await sql`delete from device_hour h using device d where d.id = any(${ids}::int[]) and h.company_id = d.company_id and h.device_id = d.id`.execute(
      db,
    )
  const { rows: days } = await sql<{
    day: string
  }>`select distinct business_date::text as day from ${daysOfAll} order by 1`.execute(db)
  for (const { day } of days) {
    for (const ids of pieces(deviceIds, dayChunk)) {
      await sql`delete from device_daily r using device d where d.id = any(${ids}::int[]) and r.company_id = d.company_id
        and r.business_date = ${day}::date and r.device_id = d.id`.execute(db)
    }
  }
}

/** Tables of counters by company, which no foreign key names; some keep a row of zero for what is no longer there. */
const counters = [
  ...['device_count', 'device_leaf_count', 'device_place_count', 'daily_leaf', 'daily_scope', 'daily_type'],
  ...['record_count', 'repair_count'],
]

type Bin = { company_id: number; company_ids: number[] }

/**
 * Delete devices with their history, projects, people, clients and sub-accounts, and finally the companies with all
 * other data of theirs.
 */
async function sweepOne(
  parts: Archiving,
  references: References,
  { company_id: root, company_ids: companies }: Bin,
  now: Date,
): Promise<void> {
  const { db } = parts
  const theirs = sql`any(${companies}::int[])`
  const devices = await idsOf(
    db,
    sql`select id from device where company_id = ${theirs} or site_id = ${theirs} order by id`,
  )
  await forgetDevices(parts, devices)
  await deleteDays(db, devices)
  for (const ids of pieces(devices, chunk)) await deleteRows(db, references, 'device', ids)
  const people = sql`select id from app_user where home_company_id = ${theirs}
    or client_id in (select id from client where company_id = ${theirs}) or account_id in (select id from account where company_id = ${theirs})`
  const projects = await idsOf(db, sql`select id from project where company_id = ${theirs} or user_id in (${people})`)
  for (const ids of pieces(projects, chunk)) await deleteRows(db, references, 'project', ids)
  for (const ids of pieces(await idsOf(db, sql`${people}`), chunk)) await deleteRows(db, references, 'app_user', ids)
  for (const table of ['account', 'client']) {
    const ids = await idsOf(db, sql`select id from ${sql.table(table)} where company_id = ${theirs}`)
    for (const piece of pieces(ids, chunk)) await deleteRows(db, references, table, piece)
  }
  await db.transaction().execute(async (trx) => {
    await deleteRows(trx, references, 'company', companies)
    for (const table of counters) await sql`delete from ${sql.table(table)} where company_id = ${theirs}`.execute(trx)
    await sql`delete from record_count where site_id = ${theirs}`.execute(trx)
    if (await isSpread(trx)) await sql`delete from device_serial where company_id = ${theirs}`.execute(trx)
    const log = {
      actor: 'system',
      action: 'sites.sweep',
      target_kind: 'company',
      target_id: String(root),
      result: 'ok',
    }
    const details = JSON.stringify({ companies, devices: devices.length, projects: projects.length })
    await trx
      .insertInto('audit_log')
      .values({ ...log, at: now, details, actor_user_id: null, company_id: null, address: null })
      .execute()
  })
}

/**
 * Delete permanently the sites deleted 30 days ago, the oldest first, in short statements; an interrupted deletion
 * continues the next day. Files without a row are deleted by the cleanup of files.
 * @returns how many deleted sites
 */
export async function sweepDeletedSites(parts: Archiving, now: Date): Promise<number> {
  const { db } = parts
  const { rows: bins } = await sql<Bin>`select company_id, company_ids from site_deletion
    where deleted_at < ${new Date(now.getTime() - siteBinDays * dayMs)} order by deleted_at, company_id desc`.execute(
    db,
  )
  if (bins.length === 0) return 0
  const references = await readReferences(db)
  for (const bin of bins) await sweepOne(parts, references, bin, now)
  return bins.length
}
