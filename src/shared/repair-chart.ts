import { z } from 'zod'
import { periods } from './chart-choices.ts'
import { RepairFilters, type RepairType, repairTypes } from './repairs.ts'
import { closedRequest, unlimited } from './request-fields.ts'

/** Days shown by the two lines by default. Source: both documents, section 9. */
export const repairChartDays = 7
/** A line over days or months; without a range = the last seven days. Days without a record are 0 (R264). */
export const RepairChartRequest = closedRequest({
  ...RepairFilters.pick({
    companyId: true,
    clientId: true,
    accountId: true,
    siteId: true,
    type: true,
    deviceSerial: true,
    repairDateQuery: true,
  }).shape,
  reservePeriod: unlimited(z.enum(periods)).transform((period) => period ?? 'day'),
  line: z.enum(repairTypes),
})
export type RepairChartRequest = z.output<typeof RepairChartRequest>
export type RepairChart = { xAxisData: string[]; series: { name: RepairType; data: number[] }[] }
