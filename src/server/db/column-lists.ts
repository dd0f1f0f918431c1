import { type RawBuilder, sql } from 'kysely'

/** What a statement answers that aggregates `columnLists`. */
export type ColumnLists = { lists: string | null }

/** Whole numbers, a list a column, as one text: as rows, hundreds of them cost the driver more than the database. */
export const columnLists = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`array[${sql.join(columns.map((column) => sql`array_agg(${sql.ref(column)})`))}]::text`

/** One such list of whole numbers, `array_agg(…)::text`; empty when there was no row. */
export const readList = (list: string | null | undefined): number[] => JSON.parse(`[${list?.slice(1, -1) ?? ''}]`)

/** The lists of `columnLists`, in the order of the columns; none at all when there was no row. */
export const readLists = (lists: string | null | undefined): number[][] =>
  JSON.parse(lists?.replaceAll('{', '[').replaceAll('}', ']') ?? '[]')
