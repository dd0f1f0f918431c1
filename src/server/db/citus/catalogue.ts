import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** A foreign key of this schema with one column, or with one column beside the company. */
export type ForeignKey = {
  name: string
  from: string
  column: string
  to: string
  onDelete: string
  definition: string
}

/** Return all foreign keys from or to these tables, without the parts of partitioned tables. */
export async function foreignKeys(db: Db, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conname as name, f.relname as "from", a.attname as column, t.relname as "to", k.confdeltype::text as "onDelete",
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[cardinality(k.conkey)]
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and not f.relispartition and k.conparentid = 0
      and (f.relname = any(${[...tables]}::text[]) or t.relname = any(${[...tables]}::text[]))
    order by f.relname, k.conname`.execute(db)
  return rows
}

export type StoredTrigger = { name: string; table: string; definition: string }

/** Return the triggers defined on these tables themselves. */
export async function triggersOn(db: Db, tables: readonly string[]): Promise<StoredTrigger[]> {
  const { rows } = await sql<StoredTrigger>`
    select t.tgname as name, c.relname as "table", pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace and c.relname = any(${[...tables]}::text[])
    order by c.relname, t.tgname`.execute(db)
  return rows
}

/**
 * Return a table's unique keys, primary or not, that lack the company column, each with the statement that creates it.
 */
export async function keysWithoutCompany(
  db: Db,
  table: string,
): Promise<{ name: string; primary: boolean; columns: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; primary: boolean; columns: string; definition: string }>`
    select i.relname as name, x.indisprimary as "primary", pg_get_indexdef(x.indexrelid) as definition,
      (select string_agg(quote_ident(a.attname), ', ' order by k.place) from unnest(x.indkey::int2[]) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = ${table}::regclass and x.indisunique and not (select attnum from pg_attribute where attrelid = x.indrelid and attname = 'company_id') = any(x.indkey::int2[])`.execute(
    db,
  )
  return rows
}

/** Return the identity columns of a table. */
export async function identitiesOf(db: Db, table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity <> ''`.execute(db)
  return rows
}

/** Return the tables that Citus distributes by company (`spread`) or copies to every node (`copied`). */
export async function heldByCitus(db: Db): Promise<{ spread: Set<string>; copied: Set<string> }> {
  const { rows } = await sql<{ name: string; method: string; model: string }>`
    select c.relname as name, p.partmethod::text as method, p.repmodel::text as model from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace`.execute(db)
  const named = (is: (row: (typeof rows)[number]) => boolean) => new Set(rows.filter(is).map(({ name }) => name))
  return {
    spread: named(({ method }) => method === 'h'),
    copied: named(({ method, model }) => method === 'n' && model === 't'),
  }
}
