import { z } from 'zod'
import { bases, CountsRequest } from './charts.ts'
import { addDays, TwoDays } from './dates.ts'
import { WarningListRequest } from './device-detail.ts'
import {
  DeviceExportRequest,
  DeviceFilters,
  DeviceType,
  deviceColumns,
  deviceStates,
  documentedExtras,
  exportFormats,
  States,
} from './devices.ts'
import { OrderWay } from './paging.ts'
import { ClientExportRequest, SiteExportRequest } from './places.ts'
import { RepairExportRequest } from './repairs.ts'
import { closedRequest, fileFields, Id, LanguageField, unlimited } from './request-fields.ts'

/** Formats that programs can also read; `json` contains values instead of texts. */
export const dataFormats = [...exportFormats, 'json'] as const
export type DataFormat = (typeof dataFormats)[number]
const dataFile = <const Columns extends readonly [string, ...string[]]>(columns: Columns, usual: DataFormat = 'csv') =>
  fileFields(dataFormats, usual, columns)

/** The machine list with the parts installed in each machine. */
export const machineColumns = [...deviceColumns, 'parts'] as const
export type MachineColumn = (typeof machineColumns)[number]
export const MachineExportRequest = closedRequest({
  ...DeviceExportRequest.shape,
  ...fileFields(exportFormats, 'xlsx', machineColumns),
})
export type MachineExportRequest = z.output<typeof MachineExportRequest>

/** Columns of a warning for the owner of the machines. */
export const ownWarningColumns = [
  'serial',
  'state',
  'stateSince',
  'type',
  'site',
  'client',
  'account',
  'hashRate',
  'lastReportAt',
  'repairTimes',
] as const
/** Columns with the staff's notes. */
export const warningColumns = [...ownWarningColumns, 'acknowledged', 'assignee', 'note'] as const
export type WarningColumn = (typeof warningColumns)[number]
const {
  page: _page,
  size: _size,
  orderColumn: _order,
  orderWay: _orderWay,
  ...warningFilters
} = WarningListRequest.shape
export const WarningExportRequest = closedRequest({ ...warningFilters, ...dataFile(warningColumns, 'xls') })
export type WarningExportRequest = z.output<typeof WarningExportRequest>

/** Days in one file: a row for each device and day adds up, so a year is the limit. */
const longestRangeDays = 366
const longestHistoryDays = 3_660
const range = (days: number) =>
  unlimited(
    TwoDays.refine(([start, end]) => start <= end, { message: 'dateOrder' }).refine(
      ([start, end]) => addDays(start, days) >= end,
      { message: 'dateRange' },
    ),
  )
const { companyId, clientId, accountId, siteId, type, state } = DeviceFilters.shape
const territory = { companyId, clientId, accountId, siteId, type }

export const dailyColumns = [
  'date',
  'serial',
  'type',
  'state',
  'reported',
  'hashAvg',
  'hashTarget',
  'compliant',
  'site',
  'client',
  'account',
] as const
export type DailyColumn = (typeof dailyColumns)[number]
/** Each device on each day, with the owner of that day; without a range = the last seven business days. */
export const DailyExportRequest = closedRequest({
  ...territory,
  state,
  states: States,
  businessDateQuery: range(longestRangeDays),
  ...dataFile(dailyColumns),
})
export type DailyExportRequest = z.output<typeof DailyExportRequest>

export const dayColumns = [
  'date',
  'total',
  ...deviceStates,
  'inService',
  'online',
  'compliant',
  'unknown',
  'onlineRate',
  'offlineRate',
  'complianceRate',
] as const
export type DayColumn = (typeof dayColumns)[number]
/** One line a day, as in the charts; an unknown day has no values. */
export const DayExportRequest = closedRequest({
  ...territory,
  businessDateQuery: range(longestHistoryDays),
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
  ...dataFile(dayColumns),
})
export type DayExportRequest = z.output<typeof DayExportRequest>

const {
  page: _countsPage,
  size: _countsSize,
  orderColumn: _column,
  orderWay: _way,
  ...countsFilters
} = CountsRequest.shape
export const provinceColumns = ['province', 'total', ...deviceStates] as const
export const ProvinceExportRequest = closedRequest({ ...countsFilters, ...dataFile(provinceColumns) })
export type ProvinceExportRequest = z.output<typeof ProvinceExportRequest>
/** `columns`: province, total and names of machine types; by default all. */
export const MachineTypeExportRequest = closedRequest({
  ...countsFilters,
  ...dataFile(['province', 'total']),
  columns: unlimited(z.array(DeviceType).min(1)),
})
export type MachineTypeExportRequest = z.output<typeof MachineTypeExportRequest>

/** The kinds of data that the documented call exports (C077). */
export const dataKinds = ['machineType', 'province', 'site', 'client', 'repair', 'device'] as const
export type DataKind = (typeof dataKinds)[number]
const requests = {
  machineType: MachineTypeExportRequest,
  province: ProvinceExportRequest,
  site: SiteExportRequest,
  client: ClientExportRequest,
  repair: RepairExportRequest,
  device: DeviceExportRequest,
} as const satisfies Record<DataKind, z.ZodType>
export type DataRequest = { [Kind in DataKind]: { kind: Kind; request: z.output<(typeof requests)[Kind]> } }[DataKind]

const text = unlimited(z.union([z.string().max(64), z.number(), z.boolean()]))
/** The fields of all kinds; the request of a kind decides which of them it accepts. */
const fields = z.strictObject({
  kind: z.enum(dataKinds),
  companyId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  siteId: unlimited(Id),
  type: text,
  state: text,
  states: unlimited(z.array(z.string()).max(deviceStates.length)),
  serial: text,
  deviceSerial: text,
  repairTimes: text,
  activeWorkerState: text,
  name: text,
  province: text,
  serialList: text,
  hall: text,
  rack: text,
  shelf: text,
  firmware: text,
  ip: text,
  tag: text,
  outcome: text,
  repairDateQuery: unlimited(z.array(z.string()).max(2)),
  orderColumn: text,
  orderWay: OrderWay,
  page: z.unknown().optional(),
  size: z.unknown().optional(),
  total: z.unknown().optional(),
  pieType: documentedExtras.pieType,
  reservePeriod: documentedExtras.reservePeriod,
  businessDateQuery: documentedExtras.businessDateQuery,
  format: unlimited(z.enum(dataFormats)).transform((format) => format ?? 'csv'),
  columns: unlimited(z.array(z.string().max(32)).min(1)),
  language: LanguageField,
})
const passedOver = ['page', 'size', 'total', 'pieType', 'reservePeriod', 'businessDateQuery']

/** @returns the kind with the request of its own list */
export const DataExportRequest = fields.transform((given, context): DataRequest => {
  const { kind, ...rest } = given
  const sent = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => value !== undefined && !passedOver.includes(name)),
  )
  const parsed = requests[kind].safeParse(sent)
  if (parsed.success) return { kind, request: parsed.data } as DataRequest
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: sent } as z.core.$ZodRawIssue)
  return z.NEVER
})
