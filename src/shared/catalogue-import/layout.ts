import { z } from 'zod'
import { type CatalogueColumn, catalogueColumns } from '#shared/catalogue.ts'
import type { TableLine } from '#shared/tables/table.ts'
import { columnLetters } from '#shared/tables/workbook-parts.ts'
import { type HeadingBlock, headingBlock, longestHeading, textOf } from './heading-block.ts'
import { type ColumnChoice, currencyIn, guessColumns, isRangeHeading, plainHeading } from './headings.ts'
import { unitInHeading } from './units.ts'

const Column = z.enum(catalogueColumns)
const mostHeadings = 256
/** The meaning of a manufacturer's headings, in the form in which it is remembered and exported. */
export const ImportLayout = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        heading: z.string().max(longestHeading),
        column: Column.nullable(),
        unit: z.string().max(20).nullish().default(null),
        at: z
          .strictObject({ tC: z.number().min(-60).max(80), rhPct: z.number().min(1).max(100) })
          .nullish()
          .default(null),
      }),
    )
    .max(mostHeadings),
  /** Values for all models of columns that the table does not have. */
  values: z.partialRecord(Column, z.string().max(400)).default({}),
})
export type ImportLayout = z.output<typeof ImportLayout>
/** A layout under the name of the manufacturer whose tables it describes. */
export const KeptLayout = z.strictObject({ maker: z.string().trim().min(1).max(200), layout: ImportLayout })
export type KeptLayout = z.output<typeof KeptLayout>

export type Decimal = '.' | ','
/**
 * How to read one table. `heading` = index of the heading line; -1 = none. `skipped` = lines below it that contain only
 * units.
 */
export type TableLayout = ImportLayout & {
  heading: number
  skipped: number
  decimal: Decimal /** Headings with the units of a separate line. */
  hints: string[]
}

const searchedLines = 40

/**
 * Return the index of the heading line: among the first lines, the one with the most columns that are known or
 * remembered. If none has two, the first line if it contains only text. -1 = no headings.
 */
function headingLine(lines: readonly TableLine[], known: ReadonlyMap<string, unknown>): number {
  const [first] = lines
  const isWords = first?.cells.every((cell) => !/^[\s+-]*\d/.test(textOf(cell)))
  let best = { at: isWords ? 0 : -1, found: 1 }
  for (const [at, { cells }] of lines.slice(0, searchedLines).entries()) {
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, longestHeading) : ''))
    const found = guessColumns(texts).filter(
      ({ heading, column }) => column !== null || known.has(plainKey(heading)),
    ).length
    if (found > best.found) best = { at, found }
  }
  return best.at
}

const widthOf = (lines: readonly TableLine[]): number =>
  Math.min(
    mostHeadings,
    lines.reduce((most, { cells }) => Math.max(most, cells.length), 0),
  )

/**
 * Return the decimal mark of the table's texts: the last mark in 1.234,5, and a mark that cannot separate thousands, as
 * in 1,5.
 */
function decimalOf(lines: readonly TableLine[]): Decimal {
  let [points, commas] = [0, 0]
  for (const { cells } of lines)
    for (const cell of cells) {
      if (typeof cell !== 'string' || cell.length > 40) continue
      if (
        /\d\.\d{3},\d/.test(cell) ||
        /(?:^|[^\d.,])\d+,(?:\d{1,2}|\d{4,})(?:$|[^\d.,])/.test(cell) ||
        /(?:^|[^\d.,])0,\d/.test(cell)
      )
        commas += 1
      if (
        /\d,\d{3}\.\d/.test(cell) ||
        /(?:^|[^\d.,])\d+\.(?:\d{1,2}|\d{4,})(?:$|[^\d.,])/.test(cell) ||
        /(?:^|[^\d.,])0\.\d/.test(cell)
      )
        points += 1
    }
  return commas > points ? ',' : '.'
}

const unnamed = (width: number): HeadingBlock => {
  const names = Array.from({ length: width }, () => '')
  return { names, hints: names, skipped: 0 }
}

/** Return values that headings give for all models: the currency of the prices. */
function guessedValues(columns: readonly ColumnChoice[]): ImportLayout['values'] {
  const price = columns.find(({ column }) => column === 'price')
  const currency = price && !columns.some(({ column }) => column === 'currency') ? currencyIn(price.heading) : null
  return currency === null ? {} : { currency }
}

/**
 * Return how to read a table: guessed from its headings, and as remembered for known ones. `line` = index of the
 * heading line, if a user chose it.
 */
export function layoutOf(lines: readonly TableLine[], remembered: ImportLayout | null, line?: number): TableLayout {
  const known = new Map(remembered?.columns.map((choice) => [plainKey(choice.heading), choice]))
  const heading = line ?? headingLine(lines, known)
  const width = widthOf(lines)
  const { names, hints, skipped } = heading < 0 ? unnamed(width) : headingBlock(lines, heading, width)
  // Without headings the columns are ours, from the left.
  const guessed =
    heading < 0
      ? names.map(
          (_, at): ColumnChoice => ({ heading: '', column: catalogueColumns[at] ?? null, unit: null, at: null }),
        )
      : guessColumns(hints)
  const remembers = (guess: ColumnChoice, at: number): ColumnChoice => {
    const choice = { ...guess, heading: names[at] ?? '' }
    const found = choice.heading === '' ? undefined : known.get(plainKey(choice.heading))
    if (!found) return choice
    const unit =
      found.unit ?? (found.column === null ? null : (unitInHeading(found.column, hints[at] ?? '')?.unit ?? null))
    return { heading: choice.heading, column: found.column, unit, at: found.at ?? null }
  }
  return {
    columns: guessed.map(remembers),
    hints,
    values: { ...guessedValues(guessed), ...remembered?.values },
    heading,
    skipped,
    decimal: decimalOf(lines.slice(heading + skipped)),
  }
}

/** Compare headings regardless of spaces and letter case; a different unit makes a different heading. */
const plainKey = (heading: string): string => heading.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Return the remembered layout with the most matching headings, at least half of them, with its manufacturer. */
export function bestRemembered<Kept extends { layout: ImportLayout }>(
  lines: readonly TableLine[],
  kept: readonly Kept[],
): Kept | null {
  const names = layoutOf(lines, null).columns.map(({ heading }) => plainKey(heading))
  const inTable = new Set([
    ...names,
    ...lines.slice(0, searchedLines).flatMap(({ cells }) => cells.map((cell) => plainKey(textOf(cell)))),
  ])
  const shares = kept.map((one) => {
    const headings = one.layout.columns.filter(({ column }) => column !== null)
    return {
      one,
      share:
        headings.length === 0
          ? 0
          : headings.filter(({ heading }) => inTable.has(plainKey(heading))).length / headings.length,
    }
  })
  const [best] = shares.sort((left, right) => right.share - left.share)
  return best && best.share >= 0.5 ? best.one : null
}

/** Return the required columns of a model that a layout does not provide. */
export function missingColumns({ columns, values }: ImportLayout): CatalogueColumn[] {
  const has = (column: CatalogueColumn) =>
    columns.some(
      (choice) =>
        choice.column === column || (column === 'tMax' && choice.column === 'tMin' && isRangeHeading(choice.heading)),
    ) || (values[column] ?? '').trim() !== ''
  const needed: CatalogueColumn[] = (['model', 'airflowM3h', 'fanKw', 'regenKw', 'tMin', 'tMax'] as const).filter(
    (column) => !has(column) && !(column === 'regenKw' && has('heaterKw')),
  )
  if (has('price') && !has('currency')) needed.push('currency')
  return has('ratedCapacityKgH') || has('capFactor') || has('kgH') ? needed : [...needed, 'ratedCapacityKgH']
}

/** Return the headings to remember: only those with a meaning, chosen or guessed. */
export const toRemember = ({ columns, values }: ImportLayout): ImportLayout => ({
  columns: columns
    .filter(({ heading }) => plainHeading(heading) !== '')
    .map(({ heading, column, unit, at }) => ({ heading, column, unit, at })),
  values,
})

/** Return the file's name of a column: its heading, or its spreadsheet letters. */
export const headingAt = ({ columns }: Pick<TableLayout, 'columns'>, column: number): string =>
  columns[column]?.heading || columnLetters(column)
/** Return the file's heading for one of our columns; null = none. */
export const headingOf = ({ columns }: TableLayout, column: CatalogueColumn): string | null => {
  const at = columns.findIndex((choice) => choice.column === column)
  return at < 0 ? null : headingAt({ columns }, at)
}
