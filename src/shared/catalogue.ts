import { z } from 'zod'
import { Id, Paging, unlimited } from './paging.ts'
import type { Catalogue, CatalogueModel } from './selection/catalogue.ts'
import { parseNumber } from './selection/project.ts'

type NumberColumn = { unit: '' | 'm³/h' | 'kg/h' | 'kW' | '°C' | 'mm' | 'kg'; min: number; max: number; optional?: true }

/** Numbers of a model with unit and range; a maker's sheet may leave out sizes and weight. Rated kg/h is meant at 20 °C / 60 %. */
export const catalogueNumbers = {
  airflowM3h: { unit: 'm³/h', min: 1, max: 1_000_000 },
  capFactor: { unit: '', min: 0.01, max: 2 },
  ratedCapacityKgH: { unit: 'kg/h', min: 0.01, max: 10_000 },
  fanKw: { unit: 'kW', min: 0, max: 1_000 },
  regenKw: { unit: 'kW', min: 0, max: 10_000 },
  tMin: { unit: '°C', min: -60, max: 80 },
  tMax: { unit: '°C', min: -60, max: 80 },
  lengthMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  widthMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  heightMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  weightKg: { unit: 'kg', min: 1, max: 100_000, optional: true },
} as const satisfies Partial<Record<keyof CatalogueModel, NumberColumn>>
export type CatalogueNumber = keyof typeof catalogueNumbers
const numberColumns = Object.keys(catalogueNumbers) as CatalogueNumber[]
/** Columns of a file of models, in their order. */
export const catalogueColumns = ['model', 'family', ...numberColumns, 'dimsStatus'] as const
export type CatalogueColumn = (typeof catalogueColumns)[number]
export const isCatalogueNumber = (column: CatalogueColumn): column is CatalogueNumber => column in catalogueNumbers

/** Where sizes and weight of a model come from; an empty cell means estimate. */
export const dimsStatuses = ['estimate', 'maker'] as const

const longestCell = 400
const Cell = z.union([z.string().max(longestCell), z.number()]).nullish()
/** One line as it was typed or read; what stands in it is checked line by line, so that every mistake is named. */
export const CatalogueRow = z.strictObject({
  line: z.number().int().min(1).max(10_000_000),
  ...Object.fromEntries(catalogueColumns.map((column) => [column, Cell])),
} as { line: z.ZodNumber } & Record<CatalogueColumn, typeof Cell>)
export type CatalogueRow = z.output<typeof CatalogueRow>

export const mostCatalogueRows = 1_000
export const longestSource = 400
export const CatalogueRequest = z.object({ version: unlimited(Id) })
export const CatalogueVersionsRequest = Paging
export const CatalogueSave = z.object({
  /** The version that was changed; when it is no longer the newest, nothing is saved. */
  baseVersion: Id,
  source: z.string().trim().min(1).max(longestSource),
  rows: z.array(CatalogueRow).min(1).max(mostCatalogueRows),
  dryRun: z.boolean().default(false),
})
export type CatalogueSave = z.output<typeof CatalogueSave>

/** A catalogue as calls answer it. `savedBy` = null for what came with the product. */
export type CatalogueAnswer = Omit<Catalogue, 'models'> & { models: CatalogueModel[]; savedBy: string | null; createTimeStr: string; newest: boolean }
export type CatalogueVersionRow = Pick<CatalogueAnswer, 'version' | 'source' | 'savedBy' | 'createTimeStr'> & { models: number }
/** read = added + changed + unchanged + refused; with a refused line, or nothing new, no version is made and `version` is the base. */
export type CatalogueSaveAnswer = {
  read: number
  added: number
  changed: number
  removed: number
  unchanged: number
  refused: number
  applied: boolean
  version: string
  errors: { line: number; model: string; reason: string }[]
}

/** What is wrong with a cell; `catalogue.<code>` says it. */
export type CatalogueProblem = { line: number; model: string; column: CatalogueColumn } & (
  | { code: 'nameWrong'; values: { most: number } }
  | { code: 'twice'; values: { line: number } }
  | { code: 'cellEmpty'; values?: undefined }
  | { code: 'notANumber'; values: { value: string } }
  | { code: 'range'; values: { value: string; min: number; max: number } }
  | { code: 'tempOrder'; values?: undefined }
  | { code: 'dimsUnknown'; values: { value: string } }
)

const longestName = 64
const textOf = (cell: CatalogueRow[CatalogueColumn]): string => (cell === null || cell === undefined ? '' : String(cell).trim())
const isPlainName = (text: string) => text !== '' && text.length <= longestName && !/\p{Cc}/u.test(text)

type Read = { model: CatalogueModel; problems: CatalogueProblem[] }

function readRow(row: CatalogueRow): Read {
  const name = textOf(row.model)
  const problems: CatalogueProblem[] = []
  const head = { line: row.line, model: name }
  const numberOf = (column: CatalogueNumber): number | null => {
    const value = textOf(row[column])
    const { min, max, optional }: NumberColumn = catalogueNumbers[column]
    const number = parseNumber(value)
    if (number === undefined) problems.push({ ...head, column, code: 'notANumber', values: { value } })
    else if (number === null) {
      if (!optional) problems.push({ ...head, column, code: 'cellEmpty' })
    } else if (number < min || number > max) problems.push({ ...head, column, code: 'range', values: { value, min, max } })
    return number ?? null
  }
  for (const column of ['model', 'family'] as const)
    if (!isPlainName(textOf(row[column]))) problems.push({ ...head, column, code: 'nameWrong', values: { most: longestName } })
  const numbers = Object.fromEntries(numberColumns.map((column) => [column, numberOf(column)])) as Record<CatalogueNumber, number | null>
  if (numbers.tMin !== null && numbers.tMax !== null && numbers.tMin > numbers.tMax) problems.push({ ...head, column: 'tMax', code: 'tempOrder' })
  const dims = textOf(row.dimsStatus).toLowerCase() || 'estimate'
  if (!dimsStatuses.some((status) => status === dims)) problems.push({ ...head, column: 'dimsStatus', code: 'dimsUnknown', values: { value: dims } })
  const { airflowM3h, capFactor, ratedCapacityKgH, fanKw, regenKw, tMin, tMax, ...sizes } = numbers
  const required = { airflowM3h, capFactor, ratedCapacityKgH, fanKw, regenKw, tMin, tMax }
  // A required number that is missing has its problem above, so the 0 in its place goes nowhere.
  const known = Object.fromEntries(Object.entries(required).map(([column, value]) => [column, value ?? 0])) as Record<keyof typeof required, number>
  return { model: { model: name, family: textOf(row.family), ...known, ...sizes, dimsStatus: dims }, problems }
}

/** The models that lines stand for, and all that is wrong with them; with a problem the models must not be used. */
export function readCatalogueRows(rows: readonly CatalogueRow[]): { models: CatalogueModel[]; problems: CatalogueProblem[] } {
  const lineOfModel = new Map<string, number>()
  const read = rows.map((row) => {
    const result = readRow(row)
    const key = result.model.model.toLowerCase()
    const before = lineOfModel.get(key)
    if (before === undefined) lineOfModel.set(key, row.line)
    else if (key !== '') result.problems.unshift({ line: row.line, model: result.model.model, column: 'model', code: 'twice', values: { line: before } })
    return result
  })
  return { models: read.map(({ model }) => model), problems: read.flatMap(({ problems }) => problems) }
}

export type CatalogueChange = { model: string; columns: { column: CatalogueColumn; before: string | number | null; after: string | number | null }[] }
export type CatalogueDifference = { added: CatalogueModel[]; removed: CatalogueModel[]; changed: CatalogueChange[]; unchanged: number; reordered: boolean }

/** What makes one catalogue of another, by the names of the models. */
export function compareCatalogues(before: readonly CatalogueModel[], after: readonly CatalogueModel[]): CatalogueDifference {
  const old = new Map(before.map((model) => [model.model, model]))
  const names = new Set(after.map(({ model }) => model))
  const kept = after.filter(({ model }) => old.has(model))
  const changed = kept.flatMap((model): CatalogueChange[] => {
    const columns = catalogueColumns.flatMap((column) => {
      const was = old.get(model.model)?.[column] ?? null
      return was === model[column] ? [] : [{ column, before: was, after: model[column] }]
    })
    return columns.length === 0 ? [] : [{ model: model.model, columns }]
  })
  const stayed = before.filter(({ model }) => names.has(model))
  return {
    added: after.filter(({ model }) => !old.has(model)),
    removed: before.filter(({ model }) => !names.has(model)),
    changed,
    unchanged: kept.length - changed.length,
    reordered: stayed.some(({ model }, index) => model !== kept[index]?.model),
  }
}
