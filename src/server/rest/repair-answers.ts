import { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import { lineAnswers, type RepairChart, type RepairRow, type RepairSaveAnswer, repairOutcomes, repairTypes } from '#shared/repairs.ts'

const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)
const type = z.enum(repairTypes)

export const repairAnswer: z.ZodType<RepairRow> = z.object({
  id,
  type,
  deviceId: id,
  deviceSerial: text,
  site: text.nullable(),
  client: text.nullable(),
  notes: text.nullable(),
  repairDateStr: text,
  createTimeStr: text,
  outcome: z.enum(repairOutcomes).nullable(),
  clockDays: count.nullable(),
  clockRunning: z.boolean(),
  backOnlineStr: text.nullable(),
  repeated: z.boolean(),
  open: z.boolean(),
  buyCompany: text.nullable(),
  person: text.nullable(),
  voided: z.object({ reason: text, person: text.nullable(), timeStr: text }).nullable(),
  rowVersion: id,
})
/** Documented `…Str` fields carry a time; a repair is kept by its day. */
export const withRepairTimes = ({ data, ...rest }: Page<RepairRow>): Page<RepairRow> => ({
  ...rest,
  data: data.map((row) => ({ ...row, repairDateStr: `${row.repairDateStr} 00:00:00` })),
})
export const repairChartAnswer: z.ZodType<RepairChart> = z.object({
  xAxisData: z.array(text),
  series: z.array(z.object({ name: type, data: z.array(count) })),
})
export const repairSaveAnswer: z.ZodType<RepairSaveAnswer> = z.object({
  type,
  done: count,
  refused: count,
  dryRun: z.boolean(),
  orderIds: z.array(id),
  lines: z.array(z.object({ line: id, serial: text, answer: z.enum(lineAnswers), text, site: text.nullable(), recordId: id.nullable() })),
})
export const voidedAnswer: z.ZodType<{ id: number; deviceSerial: string }> = z.object({ id, deviceSerial: text })
