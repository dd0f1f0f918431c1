import type { z } from 'zod'
import { AuditExportRequest } from './audit.ts'
import { DeviceExportRequest } from './devices.ts'
import { DailyExportRequest, DayExportRequest, MachineExportRequest, WarningExportRequest } from './exports.ts'
import { GoodsOrderExport } from './orders.ts'
import { AccountExportRequest, ClientExportRequest, SiteExportRequest } from './places.ts'
import { ProjectsExportRequest } from './projects.ts'
import { RepairExportRequest } from './repairs.ts'
import type { ScheduledList } from './schedules.ts'

/** What the export of each list takes. */
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

/** What an address calls otherwise than the export: two days are one range there. */
const ranges: Partial<Record<ScheduledList, { both: string } | { start: string; end: string }>> = {
  repairs: { both: 'repairDateQuery' },
  audit: { start: 'startDate', end: 'endDate' },
}
/** Parts of an address that say nothing of which rows there are. */
const ofTheScreen = new Set(['size', 'page'])

/** The filters that the address of a saved view holds, by the names of the export of the list. */
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
