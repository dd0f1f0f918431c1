import { type Kysely, sql, type Transaction } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { Database, Db } from './tables.ts'

/** The migrations of this program in the order in which they run. */
const names = (): string[] => Object.keys(migrations).sort()

/**
 * Compare the schema made by the migrations `ran` with that of this program: the same, older (all missing migrations
 * come after those that ran), or unknown to this program.
 */
export function schemaAge(ran: readonly string[]): 'same' | 'older' | 'unknown' {
  const known = names()
  if (ran.length === 0 || !ran.every((name, index) => name === known[index])) return 'unknown'
  return ran.length === known.length ? 'same' : 'older'
}

/**
 * The migrator's own lock, so that no process that starts meanwhile migrates at the same time. Source: Kysely,
 * postgres-adapter.ts
 */
const migratorLock = '3853314791062309107'

async function runAll(trx: Transaction<Database>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await migrations[name]?.up(trx as unknown as Kysely<unknown>)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(trx)
  }
}

/** Drop everything of the product in the schema; extensions and the migrator's own tables stay. */
const dropAll = sql`
  do $$ declare statement text; begin
    for statement in
      select format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname)
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition and relname not like 'kysely%'
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and (d.deptype = 'e' or (relkind = 'S' and d.deptype in ('i', 'a'))))
    loop execute statement; end loop;
    for statement in
      select format('drop routine if exists public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
      from pg_proc p where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute statement; end loop;
    for statement in
      select format('drop type if exists public.%I cascade', typname) from pg_type t
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    loop execute statement; end loop;
  end $$`

/**
 * Recreate the schema as it was after the migrations `ran`, with only the data that those migrations insert. All in the
 * transaction: until it commits, the old data remains.
 * @param types machine types whose rows will follow, in their order; none = those of a new database
 */
export async function rebuildSchema(
  trx: Transaction<Database>,
  ran: readonly string[],
  types: readonly string[] = [],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(migratorLock)}::bigint)`.execute(trx)
  await dropAll.execute(trx)
  await sql`select set_config('coldfleet.device_types', ${types.map((name) => `'${name}'`).join(', ')}, true)`.execute(
    trx,
  )
  await sql`delete from kysely_migration`.execute(trx)
  await runAll(trx, ran)
}

/** Migrate a schema that the migrations `ran` created to the present version, inside a transaction. */
export const migrateOn = (trx: Transaction<Database>, ran: readonly string[]): Promise<void> =>
  runAll(trx, names().slice(ran.length))

/** Does the schema have a table, an index or (`name()`) a function with this name? */
export async function isThere(db: Db, name: string): Promise<boolean> {
  const found = name.endsWith('()') ? sql`to_regprocedure(${name})` : sql`to_regclass(${name})`
  const { rows } = await sql<{ there: boolean }>`select ${found} is not null as there`.execute(db)
  return rows[0]?.there === true
}
