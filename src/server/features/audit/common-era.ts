import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** A filter by values whose entries an index has one after the other, those of each value in the order of the log. */
export type Keyed = {
  column: 'company_id' | 'action' | 'result'
  type: 'int' | 'text'
  values: readonly (number | string)[]
}

/**
 * Return the actions of the log that a filter names: one action, or all of an area. Each costs one look at the index,
 * which has the entries of an action one after the other.
 */
export async function heldActions(db: Kysely<Database>, filter: string): Promise<string[]> {
  // '/' is the character after '.'.
  const next = sql`select action from audit_log where action ~<~ ${`${filter}/`}`
  const { rows } = await sql<{ action: string }>`with recursive held(action) as (
      (${next} and action ~>=~ ${filter} order by action using ~<~ limit 1)
      union all select (${next} and action ~>~ held.action order by action using ~<~ limit 1) from held where held.action is not null)
    select action from held where action = ${filter} or starts_with(action, ${`${filter}.`})`.execute(db)
  return rows.map(({ action }) => action)
}

/**
 * The entries of one `wanted.value`, in the order of its index. PostgreSQL expects each value everywhere in the log, and
 * would read the newest entries of all: so the order has the value first, for which the condition may be no equation,
 * and a range makes the value seem rare. The list is what finds the times inside the value. The index of actions has an
 * order of its own.
 */
export function ofValue({ column }: Keyed): {
  condition: RawBuilder<unknown>
  rising: RawBuilder<unknown>
  falling: RawBuilder<unknown>
} {
  const key = sql.ref(column)
  const listed = sql`${key} = any(array[wanted.value])`
  if (column !== 'action')
    return {
      condition: sql`${listed} and ${key} between wanted.value and wanted.value`,
      rising: key,
      falling: sql`${key} desc`,
    }
  const condition = sql`${listed} and ${key} ~>=~ wanted.value and ${key} ~<=~ wanted.value`
  return { condition, rising: sql`${key} using ~<~`, falling: sql`${key} using ~>~` }
}

export const valuesOf = ({ type, values }: Keyed): RawBuilder<unknown> =>
  sql`unnest(${[...values]}::${sql.raw(type)}[]) wanted(value)`

/** Select the values that have entries, with the times of the oldest and of the newest. */
function endsOf(keyed: Keyed) {
  const { condition, rising, falling } = ofValue(keyed)
  const own = sql`select at from audit_log where ${condition}`
  return sql`select ${keyed.column}::text as name, wanted.value::text as value, oldest.at as oldest, newest.at as newest
    from ${valuesOf(keyed)} cross join lateral (${own} order by ${rising}, at desc limit 1) newest
    cross join lateral (${own} order by ${falling}, at limit 1) oldest`
}

type Ends = { name: string; values: string[]; oldest: string; newest: string }

/**
 * Return the filters with only those values that have entries, and the era in which all filters have some; null = no
 * entry can match. A base ends, and an action comes into use: without the era, a read by one filter would look through
 * entries from before or after the other. The sites of a base mostly have no entries of their own.
 */
export async function commonEra(
  db: Kysely<Database>,
  filters: readonly Keyed[],
): Promise<{ keyed: Keyed[]; era: RawBuilder<boolean> } | null> {
  if (filters.length < 2 && filters.every(({ values }) => values.length === 1))
    return { keyed: [...filters], era: sql<boolean>`true` }
  // As texts: a Date has no microseconds.
  const { rows } = await sql<Ends>`select name, array_agg(value) as values,
      (max(min(oldest)) over ())::text as oldest, (min(max(newest)) over ())::text as newest
    from (${sql.join(filters.map(endsOf), sql` union all `)}) ends group by name`.execute(db)
  const [row] = rows
  if (row === undefined || rows.length < filters.length) return null
  const keyed = filters.map((one) => {
    const held = new Set(rows.find(({ name }) => name === one.column)?.values)
    return { ...one, values: one.values.filter((value) => held.has(String(value))) }
  })
  return { keyed, era: sql<boolean>`at between ${row.oldest}::timestamptz and ${row.newest}::timestamptz` }
}
