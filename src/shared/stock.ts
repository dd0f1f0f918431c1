import { z } from 'zod'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** Goods are counted in thousandths of their unit. */
const decimals = 3
const most = 1_000_000_000
export const longestStockNote = 500

/** A number of goods without the dust of floating point. */
export const stockNumber = (value: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
/** Units by which single things are counted, in both languages; a half of one is a mistake. Units of measure, containers and unknown units may be cut. */
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
/** How many stay fitted; 0 takes the part off. */
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
  /** Only goods that are there now. */
  inStock: unlimited(
    z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
  ),
  total,
})
export type StockListRequest = z.output<typeof StockListRequest>
/** What a company has of one kind of goods, in the unit of the goods. */
export type StockRow = {
  id: number
  companyId: number
  company: string
  materialId: number
  name: string
  unit: string | null
  materialTypeId: number
  materialType: string
  modelId: number | null
  model: string | null
  number: number
  /** Fitted in the machines of the company. */
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
/** What a person narrows both lists by: goods in stock, and machines with what is fitted in them; `ledger` = company and goods of the open one. */
export const StockFilters = z.object({
  list: unlimited(z.enum(['machines', 'goods'])),
  ...StockListRequest.pick({ name: true, companyId: true, materialTypeId: true, materialId: true, inStock: true })
    .shape,
  serial: FittedListRequest.shape.serial,
  ledger: unlimited(z.string().regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/)),
})
export type FittedPart = { materialId: number; name: string; unit: string | null; number: number }
/** A machine with what is fitted in it. */
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

/** Left out = as it is; null or nothing in it = none. */
const PartNote = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  z.string().trim().max(longestStockNote).nullable().optional(),
)
const part = { materialId: Id, number: FittedNumber, notes: PartNote, rowVersion: RowVersion }
const PartChange = z.object(part)
export type PartChange = z.output<typeof PartChange>
const mostParts = 200
/** One part, or a list of them; parts that are not named stay as they are. */
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
/** What went back to the stock of the machine's company. */
export type ClearedMachine = { id: number; serial: string; moved: FittedPart[] }

/** A line of a month chart: `totalNumber` is the average a day, null for a month of which nothing is known. */
export type MachineSeries = { machineName: string; totalNumber: (number | null)[]; xAxisData: string[] }
