import { z } from 'zod'
import { Day } from './dates.ts'
import { closedRequest, Id, unlimited } from './paging.ts'
import {
  eitherType,
  flag,
  highestRepairCost,
  longestRepairNote,
  longestWorkshop,
  type RepairType,
  repairTypeOf,
  returnOutcomes,
} from './repairs.ts'
import { DeviceSelection, selectionLimit } from './selected-devices.ts'
import { serialsOf } from './serial-lists.ts'

const Note = z.string().trim().max(longestRepairNote)
/** Pasted serials: one text with any blanks, commas or line breaks between them, or a list. */
const Serials = z.preprocess(
  (value) => (typeof value === 'string' ? serialsOf(value) : value),
  z.array(z.string().trim().min(1).max(64)).min(1).max(selectionLimit),
)

export const RepairSaveRequest = closedRequest({
  type: eitherType.transform(repairTypeOf),
  /** One device, as documented; refused as a whole when it cannot be done. */
  deviceSerial: unlimited(z.string().trim().min(1).max(64)),
  serials: unlimited(Serials),
  selection: unlimited(DeviceSelection),
  /** Devices at another site are answered as such; `site` is its name, as the rows of the list carry it. */
  siteId: unlimited(Id),
  site: unlimited(z.string().trim().max(64)),
  notes: unlimited(Note),
  repairDateStr: unlimited(
    z.preprocess((value) => (typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : value), Day),
  ),
  outcome: unlimited(z.enum(returnOutcomes)),
  /** The answer to 'Are you sure to scrap the device ?', which the outcome notRepairable needs. */
  confirmScrap: unlimited(flag).transform((confirmed) => confirmed ?? false),
  /** Who repairs, by name. */
  workshop: unlimited(z.string().trim().max(longestWorkshop)),
  /** Yuan for each device, to the fen; with 送回 alone. */
  cost: unlimited(z.coerce.number().min(0).max(highestRepairCost)).transform((yuan) =>
    yuan === undefined ? undefined : Math.round(yuan * 100) / 100,
  ),
  /** The last day of the warranty, not before the return; with 送回 alone. */
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
/** What became, or would become, of one serial. `ready` = done, or would be. */
export type RepairLine = {
  line: number
  serial: string
  answer: LineAnswer
  /** The same in words, with the name and the time of anyone who was first. */
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
