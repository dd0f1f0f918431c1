type Queryable = { query<Row>(text: string): Promise<{ rows: Row[] }> }
export type TableState = { rows: number; digest: string }

/** What an act may leave behind: tables that go on, and rows of counters that count nothing. */
type DumpRules = {
  /** Tables that are not compared. */
  without?: readonly string[]
  /** Which rows of a table are compared; the others are as good as none. */
  only?: Record<string, string>
}

/** Every table of the database to the byte: how many rows it has, and the digest of all of them in order; one statement for all. */
export async function dumpTables(
  database: Queryable,
  { without = [], only = {} }: DumpRules = {},
): Promise<Record<string, TableState>> {
  const tables = await database.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
  const parts = tables.rows
    .filter(({ name }) => !without.includes(name))
    .map(
      ({
        name,
      }) => `select '${name}' as name, count(*)::int as rows, coalesce(md5(string_agg(row, '' order by row collate "C")), '') as digest
        from (select md5(t::text) as row from ${name} t where ${only[name] ?? 'true'}) rows`,
    )
  // Parts that run at once come as they are done.
  const { rows } = await database.query<TableState & { name: string }>(
    `select * from (${parts.join(' union all ')}) dumped order by name`,
  )
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}
