import { z } from 'zod'
import { SentPassword } from './auth.ts'
import type { FeedError } from './feed.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

/** Lines of one request of the live door, and its bytes, unpacked. */
export const maxReportLines = 10_000
export const maxReportBytes = 16 * 1024 * 1024
/** A machine is offline after so many minutes without a report; an older report says nothing of what it does now. */
export const absentMinutes = 20
/** A site of which nobody has reported for so many minutes may be cut off: its machines are not judged. */
export const quietMinutes = 10
/** How far ahead of the server the clock of a reporting machine may run. */
export const aheadMinutes = 10
/** Minutes between two figures of the history, and how many an hour has. */
export const slotMinutes = 5
export const slotsAnHour = 60 / slotMinutes
/** Hours that the page of a machine shows. */
export const shownHours = 48
/** Days that hourly figures are kept. */
export const keptHourDays = 90

const longestTokenDays = 365
export const longestTokenName = 64

export const ReportTokenRequest = closedRequest({
  siteId: Id,
  /** Which collector gets it. */
  name: unlimited(z.string().trim().max(longestTokenName)),
  days: unlimited(z.number().int().min(1).max(longestTokenDays)),
  /** The terminal has no account of its own and names one. */
  userName: unlimited(z.string().trim().max(64)),
  ownPassword: unlimited(SentPassword),
})
export type ReportTokenRequest = z.output<typeof ReportTokenRequest>
export const ReportTokenList = closedRequest({ siteId: Id })

/** A token that sends the reports of a site; times in business time. */
export type ReportTokenRow = {
  id: number
  name: string | null
  madeBy: string
  createdAt: string
  lastSeenAt: string | null
  expiresAt: string
}

const Row = z
  .custom<Record<string, unknown>>((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  .meta({ type: 'object' })
/** Reports as lines of JSON or one JSON list (their bytes, or base64 of them), or as rows; each with the columns of a feed, `serial` and `reportedAt` at least. */
export const ReportRequest = closedRequest({
  /** Whose machines report; a token of scope `report` names its own. */
  siteId: unlimited(Id),
  content: unlimited(
    z.union([z.instanceof(Uint8Array<ArrayBufferLike>), z.string().max(Math.ceil((maxReportBytes * 4) / 3) + 4)]),
  ),
  reports: unlimited(z.array(Row).max(maxReportLines)),
  language: LanguageField,
})
export type ReportRequest = z.output<typeof ReportRequest>

/** Lines of which the answer says why they were refused. */
export const toldErrors = 1_000

/**
 * What became of each line: read = accepted + repeated + late + refused. `repeated` was known already and changes nothing; `late` is older
 * than what is known, or than the minutes after which a machine is absent: it goes into the history and changes no state.
 */
export type ReportAnswer = {
  read: number
  accepted: number
  repeated: number
  late: number
  refused: number
  errors: FeedError[]
}

/** What a machine did in the last hours, a figure for every `slotMinutes`; null = no report. Hash rates in TH/s, power in W. */
export type DeviceHours = {
  start: string
  slotMinutes: number
  hashRate: (number | null)[]
  powerW: (number | null)[]
  targetHashRate: number
}
