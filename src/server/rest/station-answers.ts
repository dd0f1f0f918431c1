import { z } from 'zod'
import type { MeasureRow } from '#shared/measures.ts'
import type { StationRow } from '#shared/stations.ts'

const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)

export const stationAnswer: z.ZodType<StationRow> = z.object({
  id,
  name: text,
  companyId: id,
  company: text,
  users: count,
  updateTimeStr: text,
  rowVersion: id,
})
export const stationSavedAnswer: z.ZodType<{ id: number; rowVersion: number }> = z.object({ id, rowVersion: id })
export const stationDeletedAnswer: z.ZodType<{ id: number }> = z.object({ id })
export const measureAnswer: z.ZodType<MeasureRow> = z.object({
  id,
  companyId: id,
  company: text,
  checkMethod: text,
  description: text.nullable(),
  cashAmount: z.number().min(0),
  updateTimeStr: text,
  rowVersion: id,
})
