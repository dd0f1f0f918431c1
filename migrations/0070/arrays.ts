/** Columns by name, with their types. */
export type Columns = Readonly<Record<string, string>>

/** Return the same type for each of these columns. */
export const typed = (columns: readonly string[], type: string): Columns =>
  Object.fromEntries(columns.map((column) => [column, type]))

const listOf = (column: string) => `all_${column}`

/** Return the gathered lists as a table `gathered` with these columns. */
const columnsFrom = (columns: Columns): string => {
  const names = Object.keys(columns)
  return `unnest(${names.map(listOf).join(', ')}) gathered(${names.join(', ')})`
}

/**
 * Gather the result of a query over transition tables into one array for each column; a trigger without rows ends
 * there.
 * @param query selects `columns`, in this order
 * @returns the variables to declare, the statement that gathers, and the table to read them from
 */
export function gathered(columns: Columns, query: string): { declared: string; gather: string; rows: string } {
  const names = Object.keys(columns)
  return {
    declared: Object.entries(columns)
      .map(([name, type]) => `${listOf(name)} ${type}[];`)
      .join(' '),
    gather: `select ${names.map((name) => `array_agg(found.${name})`).join(', ')} into ${names.map(listOf).join(', ')} from (${query}) found;
    if all_${names[0]} is null then return null; end if;`,
    rows: columnsFrom(columns),
  }
}

/**
 * Delete counters that reached zero, one tenant at a time, because a tenant's rows are on one node.
 * @returns the variables to declare, and the body
 */
export function dropEmpty(table: string, key: Columns, count: string): [declared: string, body: string] {
  const names = Object.keys(key)
  const { declared, gather, rows } = gathered(key, `select ${names.join(', ')} from new_rows where ${count} = 0`)
  const same = names.map((name) => `counter.${name} = gathered.${name}`).join(' and ')
  return [
    `${declared} tenant int;`,
    `${gather}
    for tenant in select distinct id from unnest(all_company_id) companies(id) order by id loop
      delete from ${table} counter using ${rows} where counter.company_id = tenant and counter.${count} = 0 and ${same};
    end loop;`,
  ]
}
