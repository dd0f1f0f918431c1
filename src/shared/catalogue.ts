import { z } from 'zod'
import { Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'
import type { Catalogue, CatalogueModel, CataloguePoint } from './selection/model.ts'

export type NumberColumn = {
  unit: '' | 'm³/h' | 'kg/h' | 'kW' | '°C' | 'mm' | 'kg' | '%' | 'g/kg'
  min: number
  max: number
  optional?: true
}

/**
 * Numbers of a model with unit and range; a manufacturer's sheet may omit some. The rated kg/h apply at 20 °C / 60 %.
 */
const modelNumbers = {
  airflowM3h: { unit: 'm³/h', min: 1, max: 1_000_000 },
  capFactor: { unit: '', min: 0.01, max: 2, optional: true },
  ratedCapacityKgH: { unit: 'kg/h', min: 0.01, max: 10_000, optional: true },
  fanKw: { unit: 'kW', min: 0, max: 1_000 },
  regenKw: { unit: 'kW', min: 0, max: 10_000, optional: true },
  tMin: { unit: '°C', min: -60, max: 80 },
  tMax: { unit: '°C', min: -60, max: 80 },
  lengthMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  widthMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  heightMm: { unit: 'mm', min: 1, max: 30_000, optional: true },
  weightKg: { unit: 'kg', min: 1, max: 100_000, optional: true },
  regenTempC: { unit: '°C', min: 20, max: 400, optional: true },
  regenAirflowM3h: { unit: 'm³/h', min: 1, max: 1_000_000, optional: true },
  price: { unit: '', min: 0, max: 1_000_000_000, optional: true },
} as const satisfies Partial<Record<keyof CatalogueModel, NumberColumn>>
/** Numbers of a performance point. Its air flow is in the same column as the model's, whose value is the default. */
const pointNumbers = {
  tC: { unit: '°C', min: -60, max: 80 },
  rhPct: { unit: '%', min: 1, max: 100, optional: true },
  wGKg: { unit: 'g/kg', min: 0.02, max: 60, optional: true },
  kgH: { unit: 'kg/h', min: 0.001, max: 10_000 },
  heaterKw: { unit: 'kW', min: 0, max: 10_000, optional: true },
} as const satisfies Partial<Record<keyof CataloguePoint, NumberColumn>>
export const catalogueNumbers = { ...modelNumbers, ...pointNumbers }
export type CatalogueNumber = keyof typeof catalogueNumbers
export type PointNumber = keyof typeof pointNumbers
export const pointColumns = Object.keys(pointNumbers) as PointNumber[]

/** Columns of a model, in order. */
export const modelColumns = [
  'model',
  'family',
  ...([
    'airflowM3h',
    'capFactor',
    'ratedCapacityKgH',
    'fanKw',
    'regenKw',
    'tMin',
    'tMax',
    'lengthMm',
    'widthMm',
    'heightMm',
    'weightKg',
  ] as const),
  'dimsStatus',
  'maker',
  'sheet',
  'sheetDate',
  'source',
  'heatSource',
  'regenTempC',
  'regenAirflowM3h',
  'price',
  'currency',
] as const satisfies readonly (keyof CatalogueModel)[]
export type ModelColumn = (typeof modelColumns)[number]
/** Columns of a file of models: one line for each model, and one for each point, which repeats the model's name. */
export const catalogueColumns = [...modelColumns, ...pointColumns] as const
export type CatalogueColumn = ModelColumn | PointNumber
export const isCatalogueNumber = (column: CatalogueColumn): column is CatalogueNumber => column in catalogueNumbers

/** Source of a model's sizes and weight; an empty cell means estimate. */
export const dimsStatuses = ['estimate', 'maker'] as const

/** Maximum number of lines in a file, including points; of models; and of points of one model. */
export const mostCatalogueRows = 10_000
export const mostCatalogueModels = 1_000
export const mostModelPoints = 200
const longestCell = 400
const Cell = z.union([z.string().max(longestCell), z.number()]).nullish()
const cellsOf = <Column extends CatalogueColumn>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, Cell])) as Record<Column, typeof Cell>
/** A point nested in its model. */
const PointCells = z.strictObject({ ...cellsOf(pointColumns), airflowM3h: Cell })
/**
 * One line as typed or read; the content is checked line by line, so that every error is reported. Points of a model
 * follow it as separate lines, or are nested in it.
 */
export const CatalogueRow = z.strictObject({
  line: z.number().int().min(1).max(10_000_000),
  ...cellsOf(catalogueColumns),
  points: z.array(PointCells).max(mostModelPoints).nullish(),
})
export type CatalogueRow = z.output<typeof CatalogueRow>

export const longestSource = 400
export const CatalogueRequest = z.object({ version: unlimited(Id) })
export const CatalogueVersionsRequest = closedRequest(Paging.shape)
export const CatalogueSave = z.object({
  /** The version that was changed; if it is no longer the newest, nothing is saved. */
  baseVersion: Id,
  source: z.string().trim().min(1).max(longestSource),
  rows: z.array(CatalogueRow).min(1).max(mostCatalogueRows),
  dryRun: z.boolean().default(false),
})
export type CatalogueSave = z.output<typeof CatalogueSave>

/** A catalogue as calls return it. `savedBy` = null for the catalogue delivered with the product. */
export type CatalogueAnswer = Omit<Catalogue, 'models'> & {
  models: CatalogueModel[]
  savedBy: string | null
  createTimeStr: string
  newest: boolean
}
export type CatalogueVersionRow = Pick<CatalogueAnswer, 'version' | 'source' | 'savedBy' | 'createTimeStr'> & {
  models: number
}
/**
 * read = added + changed + unchanged + refused; with a refused line, or no change, no version is created and `version`
 * is the base.
 */
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

/** The error in a cell; its text is `problem.<code>`. */
export type CatalogueFault =
  | { code: 'nameWrong'; values: { most: number } }
  | { code: 'twice'; values: { line: number } }
  | {
      code:
        | 'cellEmpty'
        | 'tempOrder'
        | 'noCapacity'
        | 'noRegeneration'
        | 'noHumidity'
        | 'currencyMissing'
        | 'modelMissing'
      values?: undefined
    }
  | { code: 'notANumber' | 'dimsUnknown' | 'heatUnknown' | 'currencyUnknown' | 'mixedUnits'; values: { value: string } }
  | { code: 'range'; values: { value: string; min: number; max: number } }
  | { code: 'contradicts'; values: { rated: number; factor: number; expected: number } }
  | { code: 'pointOutside'; values: { value: number; min: number; max: number } }
  | { code: 'pointTwice'; values: { first: number } }
  | { code: 'humidityTwice'; values: { rh: number; given: number; expected: number } }
  | { code: 'aboveSaturation' | 'aboveAir' | 'factorAboveAir'; values: { value: number; most: number } }
  | { code: 'airflowApart'; values: { value: number; nominal: number } }
  | { code: 'tooManyPoints' | 'tooManyModels'; values: { most: number } }
/** The position of an error: the line, the model, the column, and the index of the point if it is in one. */
export type CatalogueProblem = { line: number; model: string; column: CatalogueColumn; point?: number } & CatalogueFault

export type CatalogueChange = {
  model: string
  columns: { column: ModelColumn | 'points'; before: string | number | null; after: string | number | null }[]
}
export type CatalogueDifference = {
  added: CatalogueModel[]
  removed: CatalogueModel[]
  changed: CatalogueChange[]
  unchanged: number
  reordered: boolean
}

/** Format points in one line, to compare and to show. */
const pointsText = (points: readonly CataloguePoint[]): string =>
  points
    .map(({ tC, rhPct, wGKg, airflowM3h, kgH, heaterKw }) =>
      [
        `${tC} °C`,
        wGKg === null ? `${rhPct} %` : `${wGKg} g/kg`,
        `${airflowM3h} m³/h`,
        `${kgH} kg/h`,
        ...(heaterKw === null ? [] : [`${heaterKw} kW`]),
      ].join(' '),
    )
    .join('; ')

/** Return the changes from one catalogue to another, by the names of the models. */
export function compareCatalogues(
  before: readonly CatalogueModel[],
  after: readonly CatalogueModel[],
): CatalogueDifference {
  const old = new Map(before.map((model) => [model.model, model]))
  const names = new Set(after.map(({ model }) => model))
  const kept = after.filter(({ model }) => old.has(model))
  const changed = kept.flatMap((model): CatalogueChange[] => {
    const was = old.get(model.model)
    const columns: CatalogueChange['columns'] = modelColumns.flatMap((column) => {
      const value = was?.[column] ?? null
      return value === model[column] ? [] : [{ column, before: value, after: model[column] }]
    })
    const points = { before: pointsText(was?.points ?? []), after: pointsText(model.points) }
    if (points.before !== points.after) columns.push({ column: 'points', ...points })
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
