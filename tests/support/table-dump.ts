type Queryable = { query<Row>(text: string): Promise<{ rows: Row[] }> }
export type TableState = { rows: number; digest: string }

/** Allowed changes of an action: tables that always change, and counter rows without a count. */
type DumpRules = {
  /** Tables that are not compared. */
  without?: readonly string[]
  /** The rows of a table that are compared; all others are ignored. */
  only?: Record<string, string>
}

/**
 * Dump every table of the database to the byte: its number of rows, and a digest of all of them in order; one statement
 * for all.
 */
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
  // Parallel parts arrive in any order.
  const { rows } = await database.query<TableState & { name: string }>(
    `select * from (${parts.join(' union all ')}) dumped order by name`,
  )
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}
