import {
  type CatalogueColumn,
  type CatalogueRow,
  catalogueColumns,
  type dimsStatuses,
  isCatalogueNumber,
  mostCatalogueRows,
} from '#shared/catalogue.ts'
import type { Cell, TableLine, TableNote, TableSheet } from '#shared/tables/table.ts'
import { textOf } from './heading-block.ts'
import { type ColumnChoice, currencyIn, isRangeHeading } from './headings.ts'
import { type Decimal, headingAt, type TableLayout } from './layout.ts'
import { inOurs, unitNamed, unitsOf } from './units.ts'

/**
 * A note about a cell or line: how it was read, or that it was left out. `heading` is the file's heading of the column.
 */
export type ImportNote = {
  line: number
  heading: string
  code: TableNote['code'] | 'otherUnit' | 'leftOut' | 'tooManyLines' | 'oddLevel'
  value: string
  unit: string
}
export type MappedTable = { rows: CatalogueRow[]; notes: ImportNote[] }

const nothingWords = /^(?:[-–—/.]+|n\/?a|n\.a\.|k\.?\s?a\.?|tbd|无|不详)$/i
const dimsWords: Record<string, (typeof dimsStatuses)[number]> = { 估算: 'estimate', 厂家: 'maker' }
const heatWords: Record<string, string> = {
  电: 'electric',
  电加热: 'electric',
  elektrisch: 'electric',
  elektro: 'electric',
  electrical: 'electric',
  蒸汽: 'steam',
  dampf: 'steam',
  燃气: 'gas',
  天然气: 'gas',
  erdgas: 'gas',
  'natural gas': 'gas',
  热水: 'hotWater',
  warmwasser: 'hotWater',
  heißwasser: 'hotWater',
  'hot water': 'hotWater',
}
/** Remove the prefix with which exports keep a spreadsheet from reading a text as a formula. */
const withoutGuard = (text: string): string => text.replace(/^'(?=[=+\-@])/, '')

/** Return a number's text with a decimal point and without thousands separators; null = not a number. */
function numberText(text: string, decimal: Decimal): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[−–]/g, '-')
    .replace(/[\s'’]/g, '')
  const thousands = decimal === ',' ? '.' : ','
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${thousands}\\d{3})+(?:\\${decimal}\\d+)?$`).test(plain)
  const joined = isGrouped ? plain.replaceAll(thousands, '') : plain
  return /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(joined) ? joined.replace(',', '.') : null
}

type Place = { line: number; choice: ColumnChoice; decimal: Decimal; notes: ImportNote[] }
/** Return a number in our unit; any other text stays unchanged, and the following check reports it. */
function numberCell(cell: Cell, column: CatalogueColumn, { line, choice, decimal, notes }: Place): string {
  const text = withoutGuard(textOf(cell))
  const stated = choice.unit === null ? null : unitNamed(column, choice.unit)
  const ours = unitsOf(column)[0]
  if (typeof cell === 'number') return String(stated && stated !== ours ? inOurs(cell, stated) : cell)
  const whole = text.normalize('NFKC')
  const [head = ''] = /^[+\-−–]?[\d.,'’\s]*/.exec(whole) ?? []
  const [digits, rest] = /\d/.test(head) ? [head.trimEnd(), whole.slice(head.length)] : [text, '']
  const own = rest.trim() === '' ? null : unitNamed(column, rest)
  const number = numberText(digits, decimal)
  if (number === null || (rest.trim() !== '' && !own)) return text
  const unit = own ?? stated
  if (own && own.unit !== (stated ?? ours)?.unit)
    notes.push({ line, heading: choice.heading, code: 'otherUnit', value: text, unit: own.unit })
  return unit && unit !== ours ? String(inOurs(Number(number), unit)) : number
}

const dash = String.raw`(?:~|～|…|\.{2,3}|to|bis|至|到|–|—|-|/)`
const signed = String.raw`[+\-−]?\d+(?:[.,]\d+)?`
const range = new RegExp(
  String.raw`^(${signed})\s*((?:°\s*)?[CF]?(?<!\s))\s*${dash}\s*(${signed})\s*((?:°\s*)?[CF]?)$`,
  'i',
)
const sizesTogether =
  /^([\d.,]+)\s*(?:[a-wyzäöü长宽高]+\s*)?[x×*✕]\s*(?:[a-wyzäöü长宽高]+\s*)?([\d.,]+)\s*(?:[a-wyzäöü长宽高]+\s*)?[x×*✕]\s*(?:[a-wyzäöü长宽高]+\s*)?([\d.,]+)\s*([a-z]*)$/i
/**
 * Return the columns that one cell gives together: -20~40 °C, or 1800 × 900 × 1250 mm. null = it gives only its own.
 */
function together(cell: Cell, column: CatalogueColumn, place: Place): Partial<Record<CatalogueColumn, string>> | null {
  if (typeof cell !== 'string') return null
  const text = cell.normalize('NFKC').trim()
  if (column === 'tMin' || (column === 'tMax' && isRangeHeading(place.choice.heading))) {
    const [, low, lowUnit, high, highUnit] = range.exec(text.replaceAll('℃', '°C').replaceAll('℉', '°F')) ?? []
    if (low === undefined || high === undefined) return null
    return {
      tMin: numberCell(`${low} ${lowUnit || highUnit}`, 'tMin', place),
      tMax: numberCell(`${high} ${highUnit}`, 'tMax', place),
    }
  }
  if (column !== 'lengthMm') return null
  const [, long, wide, high, unit = ''] = sizesTogether.exec(text) ?? []
  if (long === undefined || wide === undefined || high === undefined) return null
  return {
    lengthMm: numberCell(`${long} ${unit}`, 'lengthMm', place),
    widthMm: numberCell(`${wide} ${unit}`, 'widthMm', place),
    heightMm: numberCell(`${high} ${unit}`, 'heightMm', place),
  }
}

const currencyMarks = /US\$|[$€£¥￥]|人民币|美元|\b(?:USD|EUR|GBP|CHF|JPY|CNY|RMB)\b/gi
/** Split a price from its currency. */
function priced(cell: Cell, place: Place): Partial<Record<CatalogueColumn, string>> {
  const text = typeof cell === 'string' ? cell : ''
  const currency = currencyIn(text)
  const price = cellText(typeof cell === 'string' ? cell.replace(currencyMarks, '').trim() : cell, 'price', place)
  return { price, ...(currency === null || price === '' ? {} : { currency }) }
}

function cellText(cell: Cell, column: CatalogueColumn, place: Place): string {
  const text = withoutGuard(textOf(cell))
  if (text === '' || nothingWords.test(text)) return ''
  if (isCatalogueNumber(column)) return numberCell(cell, column, place)
  if (column === 'dimsStatus') return dimsWords[text] ?? text
  if (column === 'heatSource') return heatWords[text.toLowerCase()] ?? text
  return text.replace(/\s+/g, ' ')
}

const sizes: readonly CatalogueColumn[] = ['lengthMm', 'widthMm', 'heightMm', 'weightKg']
/** Return the layout's values for all models; sizes in a manufacturer's table have the manufacturer as their source. */
function valuesOf({ columns, values }: TableLayout): Partial<Record<CatalogueColumn, string>> {
  const given = Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => value.trim() !== '' && catalogueColumns.some((one) => one === column),
    ),
  )
  const has = (column: CatalogueColumn) => columns.some((choice) => choice.column === column)
  return !has('dimsStatus') && given.dimsStatus === undefined && sizes.some(has)
    ? { ...given, dimsStatus: 'maker' }
    : given
}

/** Return the rows of one line: a model or a point; capacities at several air conditions become one point each. */
function rowsOfLine(
  { line, cells }: TableLine,
  layout: TableLayout,
  values: Partial<Record<CatalogueColumn, string>>,
  notes: ImportNote[],
): CatalogueRow[] {
  const own: Partial<Record<CatalogueColumn, string>> = {}
  const points: { tC: string; rhPct: string; kgH: string }[] = []
  for (const [at, choice] of layout.columns.entries()) {
    const { column } = choice
    if (column === null) continue
    const place = { line, choice, decimal: layout.decimal, notes }
    const cell = cells[at] ?? null
    const several = column === 'price' ? priced(cell, place) : together(cell, column, place)
    for (const [name, value] of Object.entries(several ?? {})) if (value !== '') own[name as CatalogueColumn] ??= value
    if (several) continue
    const text = cellText(cell, column, place)
    if (text === '') continue
    if (choice.at && (column === 'kgH' || column === 'ratedCapacityKgH'))
      points.push({ tC: String(choice.at.tC), rhPct: String(choice.at.rhPct), kgH: text })
    if (!choice.at || column !== 'kgH') own[column] ??= text
  }
  const found = Object.keys(own)
  const isRemark =
    points.length === 0 &&
    (found.length === 0 ||
      (found.length === 1 && !found.some((column) => isCatalogueNumber(column as CatalogueColumn))))
  if (isRemark) {
    const value = cells.map(textOf).find((text) => text !== '') ?? ''
    notes.push({ line, heading: '', code: 'leftOut', value: value.slice(0, 80), unit: '' })
    return []
  }
  const row: CatalogueRow = { line, ...values, ...own }
  const [first, ...others] = points
  return first
    ? [
        { ...row, ...first },
        ...others.map((point): CatalogueRow => ({ line, model: own.model, airflowM3h: own.airflowM3h, ...point })),
      ]
    : [row]
}

/** Map a sheet to rows by a layout, each with its line in the file; `readCatalogueRows` checks their content. */
export function mapTable({ lines, notes: found }: TableSheet, layout: TableLayout): MappedTable {
  const body = layout.heading + layout.skipped
  const values = valuesOf(layout)
  const notes: ImportNote[] = []
  const rows: CatalogueRow[] = []
  for (const line of lines.slice(Math.max(0, body))) {
    for (const row of rowsOfLine(line, layout, values, notes)) rows.push(row)
    if (rows.length > mostCatalogueRows) {
      notes.push({ line: line.line, heading: '', code: 'tooManyLines', value: String(mostCatalogueRows), unit: '' })
      return { rows: [], notes }
    }
  }
  const first = lines[Math.max(0, body)]?.line ?? Number.POSITIVE_INFINITY
  for (const { line, column, code } of found)
    if (line >= first && layout.columns[column]?.column)
      notes.push({ line, heading: headingAt(layout, column), code, value: '', unit: '' })
  return { rows, notes: notes.sort((one, other) => one.line - other.line) }
}
