import { z } from 'zod'
import { addDays, Day, TwoDays } from './dates.ts'
import { exportFormats } from './devices.ts'
import { camelCase, OrderWay, Paging } from './paging.ts'
import { closedRequest, fileFields, Id, unlimited } from './request-fields.ts'
import { DeviceSelection, selectionLimit } from './selected-devices.ts'
import { serialsOf } from './serial-lists.ts'

/** The type of a record, as documented in the API. */
export const repairTypes = ['送修', '送回'] as const
export type RepairType = (typeof repairTypes)[number]
/** The same types by the names of orders. */
export const orderTypes = ['出库', '入库'] as const
export type OrderType = (typeof orderTypes)[number]
/** 出库 is stored as 送修, 入库 as 送回 (R085). */
export const repairTypeOf = (type: OrderType | RepairType): RepairType =>
  type === '出库' || type === '送修' ? '送修' : '送回'
export const orderTypeOf = (type: RepairType): OrderType => (type === '送修' ? '出库' : '入库')

/** The workshop's finding. */
export const returnOutcomes = ['fixed', 'noFault', 'notRepairable'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]
/** The end of a repair; a device that was lost or scrapped meanwhile never came back. */
export const repairOutcomes = [...returnOutcomes, 'lost', 'scrap'] as const
export type RepairOutcomeShown = (typeof repairOutcomes)[number]

/** A failure within this number of days after the return is a repeat. Source: fleet.md, States. */
export const repeatFailureDays = 30
export const defaultWaitingDays = 3
const longestRangeDays = 3_660
export const longestRepairNote = 500
export const longestWorkshop = 64
/** Yuan for one device. */
export const highestRepairCost = 10_000_000

export const worklists = ['out', 'waiting', 'repeat'] as const
export type Worklist = (typeof worklists)[number]

const eitherType = z.enum([...orderTypes, ...repairTypes])
const flag = z.preprocess(
  (value) =>
    value === 'true' || value === '1' || value === 1
      ? true
      : value === 'false' || value === '0' || value === 0
        ? false
        : value,
  z.boolean(),
)
const DayRange = TwoDays.refine(([start, end]) => start <= end, { message: 'dateOrder' }).refine(
  ([start, end]) => addDays(start, longestRangeDays) >= end,
  {
    message: 'dateRange',
  },
)

/** Filters of the records; shared by list, export, charts and worklist counts. */
export const RepairFilters = z.object({
  companyId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  siteId: unlimited(Id),
  deviceId: unlimited(Id),
  type: unlimited(eitherType.transform(repairTypeOf)),
  /** Part of the serial, any letter case. */
  deviceSerial: unlimited(z.string().trim().max(64)),
  repairDateQuery: unlimited(z.union([z.tuple([]).transform(() => undefined), DayRange])),
  outcome: unlimited(z.enum(repairOutcomes)),
  worklist: unlimited(z.enum(worklists)),
  /** For the worklist `waiting`: returned for at least this number of days without being online. */
  waitingDays: unlimited(z.coerce.number().int().min(0).max(3_660)).transform((days) => days ?? defaultWaitingDays),
  withVoided: unlimited(flag).transform((shown) => shown ?? false),
})
export type RepairFilters = z.output<typeof RepairFilters>

export const repairSortColumns = [
  'repairDate',
  'type',
  'deviceSerial',
  'site',
  'notes',
  'outcome',
  'createTime',
  'id',
] as const
export type RepairSortColumn = (typeof repairSortColumns)[number]
const spellings: Record<string, RepairSortColumn> = {
  repairDateStr: 'repairDate',
  createTimeStr: 'createTime',
  reason: 'notes',
}

export const RepairListRequest = closedRequest({
  ...RepairFilters.shape,
  ...Paging.shape,
  orderColumn: unlimited(
    z.preprocess(
      (value) => (typeof value === 'string' ? (spellings[camelCase(value)] ?? camelCase(value)) : value),
      z.enum(repairSortColumns),
    ),
  ),
  orderWay: OrderWay,
})
export type RepairListRequest = z.output<typeof RepairListRequest>

/** Columns of the table and of its file, the documented ones first. */
export const repairColumns = [
  'type',
  'deviceSerial',
  'site',
  'notes',
  'repairDate',
  'client',
  'outcome',
  'clockDays',
  'backOnline',
  'person',
  'createTime',
  'workshop',
  'cost',
  'warrantyUntil',
] as const
export type RepairColumn = (typeof repairColumns)[number]
export const RepairExportRequest = closedRequest({
  ...RepairListRequest.shape,
  ...fileFields(exportFormats, 'xls', repairColumns),
})
export type RepairExportRequest = z.output<typeof RepairExportRequest>

export type RepairRow = {
  id: number
  type: RepairType
  deviceId: number
  deviceSerial: string
  site: string | null
  /**
   * The owner in the record: for a machine that has changed owners since, the owner at that time, as far as the reader
   * may know.
   */
  client: string | null
  /** The machine's present owner, if its repair is not over and the owner has changed; else null. */
  clientNow: string | null
  /** The reason of a 送修, the findings of a 送回. */
  notes: string | null
  /** YYYY-MM-DD */
  repairDateStr: string
  createTimeStr: string
  outcome: RepairOutcomeShown | null
  /**
   * The repair clock: days from the day the device was sent until the day it was online again, or until today; null if
   * it never came back.
   */
  clockDays: number | null
  clockRunning: boolean
  backOnlineStr: string | null
  /** Failed again within 30 days after its last return. */
  repeated: boolean
  open: boolean
  buyCompany: string | null
  workshop: string | null
  /** Yuan for this device. */
  cost: number | null
  /** YYYY-MM-DD, the last day on which the workshop repairs it again free of charge. */
  warrantyUntil: string | null
  /** A 送修 within the warranty of an earlier return. */
  underWarranty: boolean
  person: string | null
  voided: { reason: string; person: string | null; timeStr: string } | null
  rowVersion: number
}
export type WorklistCounts = Record<Worklist, number>

const Note = z.string().trim().max(longestRepairNote)
/** Pasted serials: one text with blanks, commas or line breaks between them, or a list. */
const Serials = z.preprocess(
  (value) => (typeof value === 'string' ? serialsOf(value) : value),
  z.array(z.string().trim().min(1).max(64)).min(1).max(selectionLimit),
)

export const RepairSaveRequest = closedRequest({
  type: eitherType.transform(repairTypeOf),
  /** One device, as documented; if it cannot be done, the whole request is refused. */
  deviceSerial: unlimited(z.string().trim().min(1).max(64)),
  serials: unlimited(Serials),
  selection: unlimited(DeviceSelection),
  /** Devices at another site are reported as such; `site` is its name, as in the rows of the list. */
  siteId: unlimited(Id),
  site: unlimited(z.string().trim().max(64)),
  notes: unlimited(Note),
  repairDateStr: unlimited(
    z.preprocess((value) => (typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : value), Day),
  ),
  outcome: unlimited(z.enum(returnOutcomes)),
  /** The answer to 'Are you sure to scrap the device ?', required for the outcome notRepairable. */
  confirmScrap: unlimited(flag).transform((confirmed) => confirmed ?? false),
  /** The name of the workshop. */
  workshop: unlimited(z.string().trim().max(longestWorkshop)),
  /** Yuan for each device, to the fen; only with 送回. */
  cost: unlimited(z.coerce.number().min(0).max(highestRepairCost)).transform((yuan) =>
    yuan === undefined ? undefined : Math.round(yuan * 100) / 100,
  ),
  /** The last day of the warranty, not before the return; only with 送回. */
  warrantyUntil: unlimited(Day),
  buyCompanyId: unlimited(Id),
  saleCompanyId: unlimited(Id),
  dryRun: unlimited(flag).transform((rehearsed) => rehearsed ?? false),
  /** All or nothing. */
  strict: unlimited(flag).transform((whole) => whole ?? false),
})
export type RepairSaveRequest = z.output<typeof RepairSaveRequest>

export const lineAnswers = [
  'ready',
  'unknown',
  'duplicate',
  'wrongSite',
  'scrapped',
  'lost',
  'alreadyOut',
  'notOut',
  'tooEarly',
] as const
export type LineAnswer = (typeof lineAnswers)[number]
/** The result for one serial, or the expected one. `ready` = done, or possible. */
export type RepairLine = {
  line: number
  serial: string
  answer: LineAnswer
  /** The result as text, with the name of the user who was first, and the time. */
  text: string
  site: string | null
  recordId: number | null
}
export type RepairSaveAnswer = {
  type: RepairType
  done: number
  refused: number
  dryRun: boolean
  orderIds: number[]
  lines: RepairLine[]
}

export const RepairVoidRequest = closedRequest({ id: Id, reason: Note.min(1) })
export type RepairVoidRequest = z.output<typeof RepairVoidRequest>
