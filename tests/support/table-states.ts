type Queryable = { query<Row>(text: string): Promise<{ rows: Row[] }> }

/** What every table holds, without the ones named: how many rows, and a sum over all of them; one statement for all. */
export async function tableStates(database: Queryable, without: readonly string[] = []): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by relname`)
  const parts = tables.rows
    .filter(({ name }) => !without.includes(name))
    .map(({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as state from ${name} t`)
  const { rows } = await database.query<{ name: string; state: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
