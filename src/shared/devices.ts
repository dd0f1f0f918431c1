import { z } from 'zod'
import { periods, pieIndicators } from './chart-choices.ts'
import { TwoDays } from './dates.ts'
import { type DeviceFacts, FactFilters, factColumns } from './device-facts.ts'
import { camelCase, OrderWay, Paging } from './paging.ts'
import { closedRequest, fileFields, Id, unlimited, wholeNumber } from './request-fields.ts'

/** Telemetry states are set by the device feed. */
export const telemetryStates = ['normal', 'low', 'warn', 'offline'] as const
/** Custody states are set by users. */
export const custodyStates = ['repairing', 'repaired', 'lost', 'scrap'] as const
export const deviceStates = [...telemetryStates, ...custodyStates] as const
export const DeviceState = z.enum(deviceStates)
export type DeviceState = z.output<typeof DeviceState>
export type TelemetryState = (typeof telemetryStates)[number]

/** The name of a machine type (machine-types.ts); the server knows the existing types and refuses others. */
export const DeviceType = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,16}$/)
export type DeviceType = z.output<typeof DeviceType>
/** A type as a filter; a pipe, because `unlimited` takes a plain text schema as a search text. */
export const TypeFilter = unlimited(DeviceType.pipe(z.string()))

/**
 * Return the key that compares serials: they are stored as printed, and the same serial in other letter case is the
 * same machine. Only Latin letters have two cases here, as in the index of the database.
 */
export const serialKey = (serial: string): string =>
  /[a-z]/.test(serial) ? serial.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : serial

const fullWidth = /[０-９Ａ-Ｚａ-ｚ－]/g
const fullWidthOffset = 0xfee0
/**
 * Convert a serial typed with full-width letters, digits and hyphens of a Chinese keyboard, Ｔ３０Ａ１, to the printed form:
 * T30A1.
 */
export const halfWidth = (serial: string): string =>
  serial.replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset))

/** The choices in the filter bar; a stored count may be higher. */
export const repairTimesChoices = [0, 1, 2, 3, 4, 5] as const

const yesNo = z.preprocess((value) => {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === 'yes' || text === 'true' || text === '1' || text === 1 || text === '是') return true
  if (text === 'no' || text === 'false' || text === '0' || text === 0 || text === '否') return false
  return value
}, z.boolean('yesNo'))

/** The key of a saved list of machines: a pasted list, or the machines of a batch. */
export const SerialListKey = z.string().regex(/^[\w-]{22}$/)

/** Filters of a set of devices; shared by list, cards, pies, export and dropdowns. */
export const DeviceFilters = z.object({
  companyId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  siteId: unlimited(Id),
  type: TypeFilter,
  state: unlimited(DeviceState),
  repairTimes: unlimited(wholeNumber(0, 32_767)),
  /** Part of the serial, any letter case. */
  serial: unlimited(z.string().trim().max(64)),
  activeWorkerState: unlimited(yesNo),
  /** Province of the site by any of its names: 江苏, 江苏省, Jiangsu. */
  province: unlimited(z.string().trim().max(64)),
  /** Part of the name of the client, account or site. */
  name: unlimited(z.string().trim().max(64)),
  /** The machines of a saved list (serial-lists.ts). */
  serialList: unlimited(SerialListKey),
  ...FactFilters.shape,
})
export type DeviceFilters = z.output<typeof DeviceFilters>

/** Filters by users' notes about machines in trouble (device-care.ts): acknowledged or not, and the assignee. */
export const CareFilters = z.object({ acknowledged: unlimited(yesNo), assigneeId: unlimited(Id) })
export type CareFilters = z.output<typeof CareFilters>

/** Columns of the device table and of its export, in the documented order. */
export const deviceColumns = [
  'serial',
  'site',
  'client',
  'account',
  'activeWorker',
  'activeWorkerState',
  'type',
  'state',
  'repairTimes',
] as const
export type DeviceColumn = (typeof deviceColumns)[number]

export const deviceSortColumns = [...deviceColumns, 'id'] as const
export type DeviceSortColumn = (typeof deviceSortColumns)[number]

export const DeviceSort = z.object({
  orderColumn: unlimited(
    z.preprocess((value) => (typeof value === 'string' ? camelCase(value) : value), z.enum(deviceSortColumns)),
  ),
  orderWay: OrderWay,
})

/**
 * Fields of the documented device request that a list does not use: ignored if they are valid. An incomplete range or
 * an invalid period was meant as a filter, and is refused.
 */
export const documentedExtras = {
  total: z.unknown().optional(),
  pieType: unlimited(z.enum(pieIndicators)),
  reservePeriod: unlimited(z.enum(periods)),
  businessDateQuery: unlimited(
    z.union([
      z.tuple([]).transform(() => undefined),
      TwoDays.refine(([start, end]) => start <= end, { message: 'dateOrder' }),
    ]),
  ),
}

/** Any of several states; if `state` is also set, both must match. */
export const States = unlimited(z.array(DeviceState).min(1).max(deviceStates.length))

export const DeviceListRequest = closedRequest({
  ...DeviceFilters.shape,
  states: States,
  ...Paging.shape,
  ...DeviceSort.shape,
  ...documentedExtras,
})
export type DeviceListRequest = z.output<typeof DeviceListRequest>

/** Further columns that the table shows on request. */
export const furtherColumns = ['stateSince', 'hashRate', 'lastReportAt'] as const
export type FurtherColumn = (typeof furtherColumns)[number]
/** All columns that a user or a file may choose. */
export const chosenColumns = [...deviceColumns, ...furtherColumns, ...factColumns] as const
export type ChosenColumn = (typeof chosenColumns)[number]

export const exportFormats = ['csv', 'xls', 'xlsx'] as const
export const ExportFormat = z.enum(exportFormats)
export type ExportFormat = z.output<typeof ExportFormat>
export const DeviceExportRequest = closedRequest({
  ...DeviceListRequest.shape,
  ...fileFields(exportFormats, 'xls', chosenColumns),
})
export type DeviceExportRequest = z.output<typeof DeviceExportRequest>

/** The site, client and sub-account of machines, with their names; null = none, or not narrowed. */
export type PlaceOfDevices = {
  siteId: number | null
  site: string | null
  clientId: number | null
  client: string | null
  accountId: number | null
  account: string | null
}
export type DeviceRow = PlaceOfDevices & {
  id: number
  serial: string
  type: DeviceType
  state: DeviceState
  repairTimes: number
  activeWorker: string | null
  activeWorkerState: boolean
  /** TH/s of the newest report. */
  hashRate: number | null
  /** ISO instant of the newest report. */
  lastReportAt: string | null
  neverReported: boolean
  /** ISO instant of the last change of state. */
  stateSince: string
  checks: { id: number; name: string }[]
  /** Other facts from feeds; null = none. */
  facts: DeviceFacts | null
}

/** The details of one device. */
export type DeviceDetail = DeviceRow

/** Devices by state; `total` is the sum of the eight. */
export type DeviceCounts = { total: number } & Record<DeviceState, number>

/** Scrapping needs the person's reason and the confirmation of the dialog. */
export const ScrapRequest = z.object({ id: Id, reason: unlimited(z.string().trim().max(500)) })
export type ScrapRequest = z.output<typeof ScrapRequest>
export const ScrapForm = z.object({ reason: z.string().trim().min(1).max(500) })
