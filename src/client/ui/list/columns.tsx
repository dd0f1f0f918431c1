import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatDecimal, formatNumber, sayIfKnown } from '#client/i18n.ts'
import { labelOf } from '#client/ui/form/form-words.ts'
import { toMinute } from '#client/ui/instant.ts'
import { decimalsOf } from '#shared/schema-facts.ts'
import type { Column } from './table.tsx'

type Shown<Row> = { [Key in keyof Row]-?: Row[Key] extends string | number | null ? Key : never }[keyof Row] & string

/** A column as a list declares it: its title is the word `<words>.<key>`, its cell the value of that name unless it says another one. */
export type ListColumn<Row, Key extends string = string> = Omit<Column<Row>, 'key' | 'title' | 'cell'> & {
  key: Key
} & ({ cell: (row: Row) => ReactNode } | { key: Shown<Row>; cell?: undefined })

/** A value as it is: numbers by the habit of the language, a dash for what is not known. */
const plainCell =
  <Row,>(key: string) =>
  (row: Row): ReactNode => {
    const value = (row as Record<string, unknown>)[key]
    return typeof value === 'number' ? formatNumber(value) : ((value as string | null) ?? '-')
  }

/** The columns of a table, titled by the words of the list. */
export const columnsOf = <Row,>(words: string, columns: readonly ListColumn<Row>[]): Column<Row>[] =>
  columns.map((column) => ({
    ...column,
    title: labelOf(words, column.key),
    cell: column.cell ?? plainCell(column.key),
  }))

/**
 * Columns that show the values of a row under these names: the first is always shown, times and numbers have digits of
 * one width, numbers are at the end with the decimals of their field, and a value that has the text
 * `<words>.<name>.<value>` is shown by it.
 * @param form the schema with the fields
 */
export const plainColumns = <const Key extends string>(
  words: string,
  names: readonly Key[],
  form?: z.ZodObject,
): (ListColumn<object, Key> & { cell: (row: object) => ReactNode })[] =>
  names.map((key, place) => {
    const digits = decimalsOf(form?.shape[key])
    return {
      key,
      fixed: place === 0,
      ...(digits === null ? {} : { align: 'end' as const }),
      cell: (row: object) =>
        digits === null
          ? shownValue(words, key, plainCell(key)(row))
          : figures(formatDecimal((row as Record<string, number | null>)[key], digits)),
    }
  })

/** Words behind a field that say something else than a value of it. */
const besideValues: ReadonlySet<string> = new Set(['help', 'missing', 'wrong'])

function shownValue(words: string, key: string, value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  return key.endsWith('TimeStr')
    ? figures(value)
    : ((besideValues.has(value) ? null : sayIfKnown(`${words}.${key}.${value}`)) ?? value)
}

/** Digits of one width: times to the minute, phones and other figures that are read from row to row. */
export const figures = (text: string | null | undefined): ReactNode => (
  <span className="figures">{text === null || text === undefined ? '-' : toMinute(text)}</span>
)

/** A long text on one line, cut at `width` (a class); the tooltip has all of it. */
export const cut = (text: string | null, width: string): ReactNode => (
  <span className={`block truncate ${width}`} title={text ?? undefined}>
    {text ?? '-'}
  </span>
)

export const orDash = (text: string | null): ReactNode => text ?? <span className="text-muted">-</span>
