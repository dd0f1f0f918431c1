import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { type DeviceType, deviceStates } from '#shared/devices.ts'
import type { MonthColumn, MonthTable } from './month-table.ts'

/** Number of rows of one statement. On the embedded engine no statement takes longer than 100 ms. */
const chunkRows = { embedded: 5_000, server: 20_000 }

/** Return the days of each tenant in a month. */
async function tenantDays(db: Kysely<Database>, { name }: MonthTable): Promise<{ company: number; day: Day }[]> {
  const { rows } = await sql<{ company: number; day: Day }>`
    select company_id as company, business_date::text as day from ${sql.table(name)} group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

type Page = { last: number | null; rows: number; lines: string | null }

/** Yield the rows of a month in the order of the key, as lines for the archive, a few thousand at a time. */
export async function* monthLines(
  db: Kysely<Database>,
  month: MonthTable,
  columns: readonly MonthColumn[],
  {
    embedded,
    signal,
    onRows,
  }: { embedded: boolean; signal?: AbortSignal | undefined; onRows?: (rows: number) => void },
): AsyncGenerator<string, void, unknown> {
  const limit = embedded ? chunkRows.embedded : chunkRows.server
  const line = sql.join(
    columns.map(({ name }) => sql`coalesce(${sql.ref(name)}::text, '')`),
    sql` || ',' || `,
  )
  for (const { company, day } of await tenantDays(db, month)) {
    for (let after: number | null = 0; after !== null; ) {
      signal?.throwIfAborted()
      const { rows }: { rows: Page[] } = await sql<Page>`
        select max(device_id) as last, count(*)::int as rows, string_agg(line, E'\n' order by device_id) as lines from (
          select device_id, ${line} as line from ${sql.table(month.name)}
          where company_id = ${company} and business_date = ${day}::date and device_id > ${after} order by device_id limit ${limit}) page`.execute(
        db,
      )
      const page: Page | undefined = rows[0]
      if (page?.lines) yield `${page.lines}\n`
      onRows?.(page?.rows ?? 0)
      after = page && page.rows === limit ? page.last : null
    }
  }
}

/** Compare rates as whole millionths, because floating-point sums depend on their order. */
const parts = sql.lit(1_048_576)

/** Select the sums of a column that must be equal in both engines. */
function sumsOf({ name, type }: MonthColumn, types: readonly DeviceType[]): RawBuilder<unknown>[] {
  const column = sql.ref(name)
  const known = sql`count(${column})::text as ${sql.ref(`${name}_known`)}`
  const summed = (value: RawBuilder<unknown>) => [
    known,
    sql`coalesce(sum(${value}), 0)::text as ${sql.ref(`${name}_sum`)}`,
  ]
  if (type === 'integer') return summed(sql`${column}::bigint`)
  if (type === 'real') return summed(sql`floor(${column}::float8 * ${parts})::bigint`)
  if (type === 'date') return summed(sql`(${column} - date '2000-01-01')::bigint`)
  if (type === 'boolean') return [known, sql`(count(*) filter (where ${column}))::text as ${sql.ref(`${name}_sum`)}`]
  const values = { device_state: deviceStates, device_type: types }[type]
  if (!values) throw new Error(`a column ${name} of the type ${type} cannot be archived`)
  return values.map(
    (value) => sql`(count(*) filter (where ${column} = ${sql.lit(value)}))::text as ${sql.ref(`${name}_${value}`)}`,
  )
}

export type DaySums = Record<string, unknown>
/**
 * Select the number of rows and the sums of every column for each tenant of a day, in SQL that both engines support.
 * Machine types are counted for `types`. `from` must have the columns.
 */
export const daySums = (
  from: RawBuilder<unknown>,
  columns: readonly MonthColumn[],
  types: readonly DeviceType[],
  day: Day,
): RawBuilder<DaySums> =>
  sql<DaySums>`select company_id, count(*)::text as rows, ${sql.join(columns.flatMap((column) => sumsOf(column, types)))} from ${from}
    where business_date = ${day}::date group by company_id order by company_id`

/** Return the number of rows of a day, the sum over its tenants. */
export const rowsOf = (sums: readonly DaySums[]): number => sums.reduce((rows, one) => rows + Number(one.rows), 0)
