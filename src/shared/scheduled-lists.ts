import type { z } from 'zod'
import { AuditExportRequest } from './audit.ts'
import { DeviceExportRequest } from './devices.ts'
import { DailyExportRequest, DayExportRequest, MachineExportRequest, WarningExportRequest } from './exports.ts'
import { GoodsOrderExport } from './orders.ts'
import { AccountExportRequest, ClientExportRequest, SiteExportRequest } from './places.ts'
import { ProjectsExportRequest } from './projects.ts'
import { RepairExportRequest } from './repairs.ts'
import type { ScheduledList } from './schedules.ts'

/** The export request of each list. */
export const scheduledRequests: Readonly<Record<ScheduledList, z.ZodObject>> = {
  devices: DeviceExportRequest,
  machines: MachineExportRequest,
  warnings: WarningExportRequest,
  repairs: RepairExportRequest,
  dailies: DailyExportRequest,
  days: DayExportRequest,
  sites: SiteExportRequest,
  clients: ClientExportRequest,
  accounts: AccountExportRequest,
  projects: ProjectsExportRequest,
  orders: GoodsOrderExport,
  audit: AuditExportRequest,
}

/** Parameters with another name in the address than in the export: there, two days are one range. */
const ranges: Partial<Record<ScheduledList, { both: string } | { start: string; end: string }>> = {
  repairs: { both: 'repairDateQuery' },
  audit: { start: 'startDate', end: 'endDate' },
}
/** Parameters of an address that do not filter rows. */
const ofTheScreen = new Set(['size', 'page'])

/** Return the filters in the address of a saved view, by their names in the export of the list. */
export function filtersOfView(list: ScheduledList, query: string): Record<string, unknown> {
  const given: Record<string, unknown> = Object.fromEntries(
    [...new URLSearchParams(query)].filter(([name]) => !ofTheScreen.has(name)),
  )
  const range = ranges[list]
  const { from, to, ...others } = given
  if (range === undefined || (from === undefined && to === undefined)) return given
  return 'both' in range
    ? { ...others, [range.both]: [from ?? '', to ?? ''] }
    : { ...others, [range.start]: from, [range.end]: to }
}
