import {
  type CatalogueColumn,
  type CatalogueFault,
  type CatalogueNumber,
  type CatalogueProblem,
  type CatalogueRow,
  catalogueNumbers,
  dimsStatuses,
  mostCatalogueModels,
  mostModelPoints,
  type NumberColumn,
  pointColumns,
} from './catalogue.ts'
import { mostFactor, mostRating, pointFaults } from './catalogue-points.ts'
import { contradictedRating } from './selection/level.ts'
import { type CatalogueModel, type CataloguePoint, type HeatSource, heatSources } from './selection/model.ts'
import { parseNumber } from './selection/project.ts'

const longestName = 64
const longestText = 200
const textOf = (cell: CatalogueRow[CatalogueColumn]): string =>
  cell === null || cell === undefined ? '' : String(cell).trim()
const isPlain = (text: string, most: number) => text.length <= most && !/\p{Cc}/u.test(text)
const rounded = (value: number) => Number(value.toPrecision(4))

type Report = (column: CatalogueColumn, fault: CatalogueFault) => void

/** Return a number of a line; null if it is empty or wrong, and report a wrong one. */
function numberIn(row: CatalogueRow, column: CatalogueNumber, report: Report, isOptional?: boolean): number | null {
  const value = textOf(row[column])
  const { min, max, optional }: NumberColumn = catalogueNumbers[column]
  const number = parseNumber(value)
  if (number === undefined) report(column, { code: 'notANumber', values: { value } })
  else if (number === null) {
    if (!(isOptional ?? optional)) report(column, { code: 'cellEmpty' })
  } else if (number >= min && number <= max) return number
  // Fractions and kg/kg instead of % and g/kg: a sheet in other units.
  else if ((column === 'rhPct' || column === 'wGKg') && number > 0 && number < min)
    report(column, { code: 'mixedUnits', values: { value } })
  else report(column, { code: 'range', values: { value, min, max } })
  return null
}

/** Return a text of a line; null if it is empty. */
function textIn(row: CatalogueRow, column: CatalogueColumn, report: Report): string | null {
  const text = textOf(row[column])
  if (!isPlain(text, longestText)) report(column, { code: 'nameWrong', values: { most: longestText } })
  return text === '' ? null : text
}

function heatSourceIn(row: CatalogueRow, report: Report): HeatSource {
  const value = textOf(row.heatSource)
  const found = heatSources.find((source) => source.toLowerCase() === value.toLowerCase().replace(/[\s_-]/g, ''))
  if (value !== '' && !found) report('heatSource', { code: 'heatUnknown', values: { value } })
  return found ?? 'electric'
}

function priceIn(row: CatalogueRow, report: Report): Pick<CatalogueModel, 'price' | 'currency'> {
  const price = numberIn(row, 'price', report)
  const value = textOf(row.currency).toUpperCase()
  if (value !== '' && !/^[A-Z]{3}$/.test(value)) report('currency', { code: 'currencyUnknown', values: { value } })
  if (price !== null && value === '') report('currency', { code: 'currencyMissing' })
  return { price, currency: value === '' ? null : value }
}

/** Return the point of a line; null if one of its numbers is missing or wrong. */
function readPoint(row: CatalogueRow, nominal: number, report: Report): CataloguePoint | null {
  const [tC, rhPct, wGKg] = [numberIn(row, 'tC', report), numberIn(row, 'rhPct', report), numberIn(row, 'wGKg', report)]
  const [kgH, heaterKw, airflow] = [
    numberIn(row, 'kgH', report),
    numberIn(row, 'heaterKw', report),
    numberIn(row, 'airflowM3h', report, true),
  ]
  const humidityIsEmpty = textOf(row.rhPct) === '' && textOf(row.wGKg) === ''
  if (humidityIsEmpty) report('rhPct', { code: 'noHumidity' })
  const airflowIsWrong = airflow === null && textOf(row.airflowM3h) !== ''
  if (tC === null || kgH === null || (rhPct === null && wGKg === null) || airflowIsWrong) return null
  return { tC, rhPct, wGKg, airflowM3h: airflow ?? nominal, kgH, heaterKw }
}

export const isPointRow = (row: CatalogueRow): boolean => pointColumns.some((column) => textOf(row[column]) !== '')

/** A line of a model and the lines of its points. */
type Group = { row: CatalogueRow; points: CatalogueRow[] }
type Read = { model: CatalogueModel; problems: CatalogueProblem[] }

function readPoints(
  { points: rows }: Group,
  name: string,
  bounds: { airflowM3h: number; tMin: number; tMax: number },
  problems: CatalogueProblem[],
): CataloguePoint[] {
  const points: CataloguePoint[] = []
  for (const [index, row] of rows.entries()) {
    const at = { line: row.line, model: name, point: index + 1 }
    const point = readPoint(row, bounds.airflowM3h, (column, fault) => problems.push({ ...at, column, ...fault }))
    if (!point) continue
    for (const fault of pointFaults(point, points, bounds)) problems.push({ ...at, ...fault })
    points.push(point)
  }
  return points
}

function dimsIn(row: CatalogueRow, report: Report): string {
  const value = textOf(row.dimsStatus).toLowerCase() || 'estimate'
  if (!dimsStatuses.some((status) => status === value)) report('dimsStatus', { code: 'dimsUnknown', values: { value } })
  return value
}

/** Report an impossible capacity: more than the air can contain, or two that contradict each other. */
function reportCapacity(model: CatalogueModel, report: Report): void {
  const { airflowM3h, capFactor: factor, ratedCapacityKgH: rated } = model
  const [mostRated, mostOfFactor] = [mostRating(airflowM3h), mostFactor(airflowM3h)]
  if ((rated ?? 0) > mostRated)
    report('ratedCapacityKgH', { code: 'aboveAir', values: { value: rated ?? 0, most: mostRated } })
  if ((factor ?? 0) > mostOfFactor)
    report('capFactor', { code: 'factorAboveAir', values: { value: factor ?? 0, most: mostOfFactor } })
  const expected = contradictedRating(model)
  if (expected !== null && rated !== null && factor !== null)
    report('ratedCapacityKgH', { code: 'contradicts', values: { rated, factor, expected: rounded(expected) } })
}

function readGroup(group: Group): Read {
  const { row, points: pointRows } = group
  const name = textOf(row.model)
  const problems: CatalogueProblem[] = []
  const report: Report = (column, fault) => problems.push({ line: row.line, model: name, column, ...fault })
  const number = (column: CatalogueNumber) => numberIn(row, column, report)
  if (name === '' || !isPlain(name, longestName)) report('model', { code: 'nameWrong', values: { most: longestName } })
  const family = textOf(row.family)
  if (!isPlain(family, longestName)) report('family', { code: 'nameWrong', values: { most: longestName } })
  const [airflowM3h, capFactor, ratedCapacityKgH] = [
    number('airflowM3h'),
    number('capFactor'),
    number('ratedCapacityKgH'),
  ]
  const [fanKw, connectedKw, tMin, tMax] = [number('fanKw'), number('regenKw'), number('tMin'), number('tMax')]
  if (tMin !== null && tMax !== null && tMin > tMax) report('tMax', { code: 'tempOrder' })
  const sizes = {
    lengthMm: number('lengthMm'),
    widthMm: number('widthMm'),
    heightMm: number('heightMm'),
    weightKg: number('weightKg'),
  }
  const dims = dimsIn(row, report)
  if (pointRows.length > mostModelPoints) report('tC', { code: 'tooManyPoints', values: { most: mostModelPoints } })
  if (pointRows.length === 0 && textOf(row.capFactor) === '' && textOf(row.ratedCapacityKgH) === '')
    report('ratedCapacityKgH', { code: 'noCapacity' })
  const maker = textIn(row, 'maker', report)
  // A missing required number has its problem above, so the 0 in its place is never used.
  const bounds = { airflowM3h: airflowM3h ?? 0, tMin: tMin ?? -Infinity, tMax: tMax ?? Infinity }
  const points =
    airflowM3h === null || pointRows.length > mostModelPoints ? [] : readPoints(group, name, bounds, problems)
  const heats = points.flatMap(({ heaterKw }) => heaterKw ?? [])
  if (textOf(row.regenKw) === '' && (heats.length === 0 || heats.length < points.length))
    report('regenKw', { code: 'noRegeneration' })
  const model: CatalogueModel = {
    model: name,
    family: family || maker || name,
    airflowM3h: airflowM3h ?? 0,
    capFactor,
    ratedCapacityKgH,
    fanKw: fanKw ?? 0,
    // The connected power is the highest of any point.
    regenKw: connectedKw ?? Math.max(0, ...heats),
    tMin: tMin ?? 0,
    tMax: tMax ?? 0,
    ...sizes,
    dimsStatus: dims,
    maker,
    sheet: textIn(row, 'sheet', report),
    sheetDate: textIn(row, 'sheetDate', report),
    source: textIn(row, 'source', report),
    heatSource: heatSourceIn(row, report),
    regenTempC: number('regenTempC'),
    regenAirflowM3h: number('regenAirflowM3h'),
    ...priceIn(row, report),
    points,
  }
  if (airflowM3h !== null) reportCapacity(model, report)
  return { model, problems }
}

/**
 * Group lines by model: a line with a point belongs to the model that it names, or to the one above it. A line that
 * names a new model and has a point is both.
 */
function groupsOf(rows: readonly CatalogueRow[]): { groups: Group[]; problems: CatalogueProblem[] } {
  const groups: Group[] = []
  const byName = new Map<string, Group>()
  const problems: CatalogueProblem[] = []
  for (const row of rows) {
    const model = textOf(row.model)
    const key = model.toLowerCase()
    const isPoint = isPointRow(row)
    const there = key === '' ? groups.at(-1) : byName.get(key)
    if (isPoint && there) {
      there.points.push(row)
      continue
    }
    if (isPoint && key === '') problems.push({ line: row.line, model, column: 'model', code: 'modelMissing' })
    const inside = (row.points ?? []).map((point): CatalogueRow => ({ line: row.line, ...point }))
    const group = { row, points: isPoint ? [row, ...inside] : inside }
    groups.push(group)
    if (key === '') continue
    if (there)
      problems.push({ line: row.line, model, column: 'model', code: 'twice', values: { line: there.row.line } })
    else byName.set(key, group)
  }
  const beyond = groups[mostCatalogueModels]
  if (beyond)
    problems.push({
      line: beyond.row.line,
      model: textOf(beyond.row.model),
      column: 'model',
      code: 'tooManyModels',
      values: { most: mostCatalogueModels },
    })
  return { groups, problems }
}

/**
 * Return the models of the lines and all their problems; with a problem the models must not be used. `refused` = the
 * models with a problem.
 */
export function readCatalogueRows(rows: readonly CatalogueRow[]): {
  models: CatalogueModel[]
  problems: CatalogueProblem[]
  refused: boolean[]
} {
  const { groups, problems } = groupsOf(rows)
  const wrongLines = new Set(problems.map(({ line }) => line))
  const read = groups.map(readGroup)
  return {
    models: read.map(({ model }) => model),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
    refused: read.map((one, index) => one.problems.length > 0 || wrongLines.has(groups[index]?.row.line ?? 0)),
  }
}
