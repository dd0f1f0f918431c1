import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatDecimal, formatNumber, sayIfKnown } from '#client/i18n.ts'
import { labelOf } from '#client/ui/form/form-words.ts'
import { toMinute } from '#client/ui/instant.ts'
import { decimalsOf } from '#shared/schema-facts.ts'
import type { Column } from './table.tsx'

type Shown<Row> = { [Key in keyof Row]-?: Row[Key] extends string | number | null ? Key : never }[keyof Row] & string

/**
 * A column as a list declares it: its default title is the word `<words>.<key>`, its default cell the value of that
 * name.
 */
export type ListColumn<Row, Key extends string = string> = Omit<Column<Row>, 'key' | 'title' | 'cell'> & {
  key: Key
} & ({ cell: (row: Row) => ReactNode } | { key: Shown<Row>; cell?: undefined })

/** The value as text: numbers in the format of the language, a dash for an unknown value. */
const plainCell =
  <Row,>(key: string) =>
  (row: Row): ReactNode => {
    const value = (row as Record<string, unknown>)[key]
    return typeof value === 'number' ? formatNumber(value) : ((value as string | null) ?? '-')
  }

/** Return the columns of a table, with the titles of the list's words. */
export const columnsOf = <Row,>(words: string, columns: readonly ListColumn<Row>[]): Column<Row>[] =>
  columns.map((column) => ({
    ...column,
    title: labelOf(words, column.key),
    cell: column.cell ?? plainCell(column.key),
  }))

/**
 * Return columns that show the values of a row under these names. The first is always shown; times and numbers have
 * digits of equal width; numbers are aligned to the end and have the decimals of their field; a value with a word
 * `<words>.<name>.<value>` is shown as that word.
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

/** Suffixes of a field's words that are not names of its values. */
const besideValues: ReadonlySet<string> = new Set(['help', 'missing', 'wrong'])

function shownValue(words: string, key: string, value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  return key.endsWith('TimeStr')
    ? figures(value)
    : ((besideValues.has(value) ? null : sayIfKnown(`${words}.${key}.${value}`)) ?? value)
}

/**
 * Text in digits of equal width, with times to the minute: for times, phone numbers and other figures compared between
 * rows.
 */
export const figures = (text: string | null | undefined): ReactNode => (
  <span className="figures">{text === null || text === undefined ? '-' : toMinute(text)}</span>
)

/** A long text on one line, truncated at `width` (a class); the tooltip has the whole text. */
export const cut = (text: string | null, width: string): ReactNode => (
  <span className={`block truncate ${width}`} title={text ?? undefined}>
    {text ?? '-'}
  </span>
)

export const orDash = (text: string | null): ReactNode => text ?? <span className="text-muted">-</span>
