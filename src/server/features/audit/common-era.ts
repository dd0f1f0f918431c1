import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Filters with an index in the order of the log, and their values. */
export type IndexedFilters = {
  companyIds: readonly number[] | null
  actions: readonly string[] | null
  result?: string
}

/** The times of the oldest and of the newest entry that can match; null = none can. */
export type Era = { oldest: string | null; newest: string | null }

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
 * Select the oldest and the newest time of each value of a filter. The value is first in the order, and the condition a
 * range, so that its own index is read: PostgreSQL expects it everywhere in the log. The index of actions has an order
 * of its own.
 */
function endsOf(
  column: 'company_id' | 'action' | 'result',
  type: 'int' | 'text',
  values: readonly (number | string)[],
) {
  const key = sql.ref(column)
  const isAction = column === 'action'
  const own = sql`select at from audit_log where ${
    isAction
      ? sql`${key} ~>=~ wanted.value and ${key} ~<=~ wanted.value`
      : sql`${key} between wanted.value and wanted.value`
  }`
  const [rising, falling] = isAction ? [sql`using ~<~`, sql`using ~>~`] : [sql`asc`, sql`desc`]
  return sql`select min(entry.at) as oldest, max(entry.at) as newest from unnest(${[...values]}::${sql.raw(type)}[]) wanted(value)
    cross join lateral ((${own} order by ${key} ${falling}, at limit 1) union all (${own} order by ${key} ${rising}, at desc limit 1)) entry`
}

/**
 * Return the era in which all of some filters have entries; undefined for fewer than two, of which the days are one.
 * PostgreSQL expects the entries of a company or an action everywhere in the log, but a base ends, and an action comes
 * into use: it would read all that is newer, or older.
 */
export async function commonEra(
  db: Kysely<Database>,
  { companyIds, actions, result, ofDays }: IndexedFilters & { ofDays: boolean },
): Promise<Era | undefined> {
  const ends = [
    ...(companyIds === null ? [] : [endsOf('company_id', 'int', companyIds)]),
    ...(actions === null ? [] : [endsOf('action', 'text', actions)]),
    ...(result === undefined ? [] : [endsOf('result', 'text', [result])]),
  ]
  if (ends.length === 0 || ends.length + Number(ofDays) < 2) return undefined
  // As texts: a Date has no microseconds. A filter without an entry has no ends, which max() and min() would pass over.
  const { rows } = await sql<Era>`select max(oldest)::text as oldest, min(newest)::text as newest
    from (${sql.join(ends, sql` union all `)}) era having count(oldest) = count(*)`.execute(db)
  return rows[0] ?? { oldest: null, newest: null }
}
