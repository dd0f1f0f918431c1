import { z } from 'zod'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { orderTypes } from '#shared/repairs.ts'
import type { ClearedMachine, MachineSeries, StockRow } from '#shared/stock.ts'

const text = z.string()
const id = z.int().min(1)
const number = z.number().min(0)
const part = z.object({ materialId: id, name: text, unit: text.nullable(), number })

export const stockAnswer: z.ZodType<StockRow> = z.object({
  id,
  companyId: id,
  company: text,
  materialId: id,
  name: text,
  unit: text.nullable(),
  materialTypeId: id,
  materialType: text,
  modelId: id.nullable(),
  model: text.nullable(),
  number,
  fitted: number,
  updateTimeStr: text,
})
export const goodsOrderAnswer: z.ZodType<GoodsOrderRow> = z.object({
  id,
  type: z.enum(orderTypes),
  buyCompanyId: id.nullable(),
  buyCompany: text.nullable(),
  saleCompanyId: id.nullable(),
  saleCompany: text.nullable(),
  notes: text.nullable(),
  items: z.array(part),
  person: text.nullable(),
  createTimeStr: text,
  updateTimeStr: text,
  voided: z.object({ reason: text.nullable(), person: text.nullable(), timeStr: text }).nullable(),
  writable: z.boolean(),
  rowVersion: id,
})
export const clearedAnswer: z.ZodType<ClearedMachine> = z.object({ id, serial: text, moved: z.array(part) })
export const machineSeriesAnswer: z.ZodType<MachineSeries[]> = z.array(
  z.object({ machineName: text, totalNumber: z.array(number.nullable()), xAxisData: z.array(text) }),
)
