import { z } from 'zod'
import type { MaterialRow } from './goods.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** Quantities of goods have three decimals. */
const decimals = 3
const most = 1_000_000_000
export const longestStockNote = 500

/** Round a quantity of goods, to remove floating-point errors. */
export const stockNumber = (value: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
/**
 * Units for single items, in both languages; a fraction of one is an error. Units of measure, containers and unknown
 * units may have fractions.
 */
const countingUnits = new Set([
  ...[
    '个',
    '只',
    '块',
    '台',
    '套',
    '件',
    '条',
    '支',
    '根',
    '片',
    '把',
    '张',
    '对',
    '双',
    '组',
    '颗',
    '枚',
    '辆',
    '副',
    '扇',
    '座',
    '部',
    '本',
  ],
  ...['pc', 'pcs', 'pc.', 'pcs.', 'piece', 'pieces', 'set', 'sets', 'unit', 'units', 'pair', 'pairs', 'ea', 'each'],
])
export const isCounted = (unit: string | null): boolean => unit !== null && countingUnits.has(unit.trim().toLowerCase())

const number = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value),
  z
    .number()
    .max(most)
    .refine((value) => stockNumber(value) === value, { message: 'decimals' }),
)
export const GoodsNumber = number.refine((value) => value > 0, { message: 'positive' })
/** The quantity that remains installed; 0 removes the part. */
export const FittedNumber = number.refine((value) => value >= 0, { message: 'notNegative' })
export const StockNote = unlimited(z.string().trim().max(longestStockNote))

const name = unlimited(z.string().trim().max(64))
const total = unlimited(z.unknown())

export const StockListRequest = closedRequest({
  ...Paging.shape,
  companyId: unlimited(Id),
  /** Part of the name of the goods. */
  name,
  materialId: unlimited(Id),
  materialTypeId: unlimited(Id),
  modelId: unlimited(Id),
  /** Only goods with a quantity above zero. */
  inStock: unlimited(
    z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
  ),
  total,
})
export type StockListRequest = z.output<typeof StockListRequest>
/** A company's quantity of one kind of goods, in the unit of the goods. */
export type StockRow = Omit<MaterialRow, 'rowVersion'> & {
  companyId: number
  company: string
  materialId: number
  number: number
  /** Installed in the machines of the company. */
  fitted: number
  updateTimeStr: string
}

export const FittedListRequest = closedRequest({
  ...Paging.shape,
  companyId: unlimited(Id),
  /** Part of the serial, any letter case. */
  serial: unlimited(z.string().trim().max(64)),
  materialId: unlimited(Id),
  total,
})
export type FittedListRequest = z.output<typeof FittedListRequest>
/** A user's filters of both lists: goods in stock, and machines with their installed parts. */
export const StockFilters = z.object({
  list: unlimited(z.enum(['machines', 'goods'])),
  ...StockListRequest.pick({ name: true, companyId: true, materialTypeId: true, materialId: true, inStock: true })
    .shape,
  serial: FittedListRequest.shape.serial,
})
export type FittedPart = { materialId: number; name: string; unit: string | null; number: number }
/** A machine with its installed parts. */
export type FittedRow = {
  machineId: number
  serial: string
  type: string
  state: string
  site: string | null
  parts: FittedPart[]
}

export const MovementListRequest = closedRequest({ ...Paging.shape, companyId: Id, materialId: Id, total })
export type MovementListRequest = z.output<typeof MovementListRequest>
export const movementCauses = ['opening', 'order', 'update', 'void', 'fit', 'clear', 'gone'] as const
export type MovementCause = (typeof movementCauses)[number]
export type MovementRow = {
  id: number
  timeStr: string
  cause: MovementCause
  stockChange: number
  fittedChange: number
  stockAfter: number
  orderId: number | null
  machineId: number | null
  serial: string | null
  notes: string | null
  person: string | null
}

/** Missing = unchanged; null or empty = none. */
const PartNote = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  z.string().trim().max(longestStockNote).nullable().optional(),
)
const part = { materialId: Id, number: FittedNumber, notes: PartNote, rowVersion: RowVersion }
const PartChange = z.object(part)
export type PartChange = z.output<typeof PartChange>
const mostParts = 200
/** One part, or a list of them; parts that are not listed stay unchanged. */
export const PartsUpdate = z
  .object({
    id: Id,
    materialId: unlimited(Id),
    number: unlimited(FittedNumber),
    notes: part.notes,
    rowVersion: part.rowVersion,
    parts: unlimited(z.array(PartChange).min(1).max(mostParts)),
  })
  .refine(
    ({ parts, materialId, number }) =>
      parts === undefined ? materialId !== undefined && number !== undefined : materialId === undefined,
    {
      message: 'invalid',
      path: ['parts'],
    },
  )
  .refine(({ parts = [] }) => new Set(parts.map(({ materialId }) => materialId)).size === parts.length, {
    message: 'invalid',
    path: ['parts'],
  })
export type PartsUpdate = z.output<typeof PartsUpdate>
/** The parts returned to the stock of the machine's company. */
export type ClearedMachine = { id: number; serial: string; moved: FittedPart[] }

/** A line of a month chart: `totalNumber` is the average a day, null for a month without data. */
export type MachineSeries = { machineName: string; totalNumber: (number | null)[]; xAxisData: string[] }
