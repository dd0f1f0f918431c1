import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'

/** The partition of device_daily for a month, and the name of the table for its rewritten copy. */
export type MonthTable = { month: Month; first: Day; next: Day; name: string; copy: string }

export function monthTable(month: Month): MonthTable {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const name = `device_daily_${month.replace('-', '_')}`
  return {
    month,
    first: `${month}-01`,
    next: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10),
    name,
    copy: `${name}_new`,
  }
}

export type MonthColumn = { name: string; type: string; required: boolean; initial: string | null; size: number }

/**
 * Return the columns, the largest first: a one-byte column between two of four bytes costs three bytes of padding. A
 * partition may have another order than its table.
 */
export async function monthColumns(db: Db): Promise<MonthColumn[]> {
  const { rows } = await sql<MonthColumn>`
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, pg_get_expr(adbin, adrelid) as initial, attlen as size
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = 'device_daily'::regclass and attnum > 0 and not attisdropped order by attlen desc, attnum`.execute(
    db,
  )
  return rows
}

/** Return the names of the columns of a compact month, in its order. */
export const columnNames = async (db: Db): Promise<string[]> => (await monthColumns(db)).map(({ name }) => name)

/** Return the columns of the key of device_daily, in order. */
async function keyColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_constraint cross join lateral unnest(conkey) with ordinality key(number, position)
    join pg_attribute on attrelid = conrelid and attnum = key.number
    where conrelid = 'device_daily'::regclass and contype = 'p' order by position`.execute(db)
  return rows.map(({ name }) => name)
}

const dropCopy = (db: Db, copy: string) => sql`drop table if exists ${sql.table(copy)}`.execute(db)

/** Create an empty table for the compact rows of a month. Drop the leftover of a previous attempt. */
export async function makeCopy(db: Db, { first, next, copy }: MonthTable): Promise<void> {
  const columns = (await monthColumns(db)).map(
    ({ name, type, required, initial }) =>
      sql`${sql.ref(name)} ${sql.raw(`${type}${initial === null ? '' : ` default ${initial}`}${required ? ' not null' : ''}`)}`,
  )
  await dropCopy(db, copy)
  // With this check constraint, attaching the partition does not scan its rows.
  await sql`create table ${sql.table(copy)} (${sql.join(columns)},
    constraint ${sql.ref(`${copy}_days`)} check (business_date >= ${sql.lit(first)} and business_date < ${sql.lit(next)})) with (fillfactor = 100)`.execute(
    db,
  )
}

/**
 * Fill a copy in several transactions and exchange it for the month. Drop it if the work fails: the rows of a deleted
 * tenant must not stay in it.
 */
export async function withCopy(db: Db, month: MonthTable, work: () => Promise<void>): Promise<void> {
  await makeCopy(db, month)
  try {
    await work()
  } catch (error) {
    // The first error is the cause; the next attempt drops the copy, too.
    await dropCopy(db, month.copy).catch(() => undefined)
    throw error
  }
}

/** Create the key of the copy. Pages are full, because a past month is hardly ever written. */
export async function addKey(db: Db, { copy }: MonthTable): Promise<void> {
  const key = (await keyColumns(db)).map((name) => sql.ref(name))
  await sql`alter table ${sql.table(copy)} add constraint ${sql.ref(`${copy}_pkey`)} primary key (${sql.join(key)}) with (fillfactor = 100)`.execute(
    db,
  )
}

/**
 * Create the other indexes of a filled copy, so that attaching it builds none. An index that exists while rows come in
 * another order than its own has half-empty pages.
 */
export async function addIndexes(db: Db, { copy }: MonthTable): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'device_daily'::regclass and not indisprimary`.execute(
    db,
  )
  for (const { definition } of rows) {
    const ofCopy = definition.replace(/^(CREATE (?:UNIQUE )?INDEX) \S+ ON (?:ONLY )?\S+/, `$1 on ${copy}`)
    await sql.raw(ofCopy.replace(/^[^()]* USING btree \([^()]*\)(?! WITH)/, '$& with (fillfactor = 100)')).execute(db)
  }
}

/** Return whether a table exists. */
export async function isTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(db)
  return rows[0]?.there === true
}
