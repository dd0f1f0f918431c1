import { type RawBuilder, sql } from 'kysely'

/** The row that a statement with `columnLists` returns. */
export type ColumnLists = { lists: string | null }

/**
 * Aggregate whole numbers to one text, with a list for each column: hundreds of rows cost the driver more than the
 * database.
 */
export const columnLists = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`array[${sql.join(columns.map((column) => sql`array_agg(${sql.ref(column)})`))}]::text`

/** Parse one list of whole numbers, `array_agg(…)::text`; empty if there was no row. */
export const readList = (list: string | null | undefined): number[] => JSON.parse(`[${list?.slice(1, -1) ?? ''}]`)

/** Parse the lists of `columnLists`, in the order of the columns; none if there was no row. */
export const readLists = (lists: string | null | undefined): number[][] =>
  JSON.parse(lists?.replaceAll('{', '[').replaceAll('}', ']') ?? '[]')
