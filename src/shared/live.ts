import { z } from 'zod'
import { SentPassword } from './auth.ts'
import type { FeedError } from './feed.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

/** Maximum lines of one request of the live endpoint, and its uncompressed bytes. */
export const maxReportLines = 10_000
export const maxReportBytes = 16 * 1024 * 1024
/**
 * A machine is offline after this number of minutes without a report; an older report does not give its present state.
 */
export const absentMinutes = 20
/** A site without any report for this number of minutes may be disconnected: its machines keep their states. */
export const quietMinutes = 10
/** Minutes by which the clock of a reporting machine may be ahead of the server's. */
export const aheadMinutes = 10
/** Minutes between two values of the history, and values in an hour. */
export const slotMinutes = 5
export const slotsAnHour = 60 / slotMinutes
/** Hours shown on the page of a machine. */
export const shownHours = 48
/** Days for which hourly values are kept. */
export const keptHourDays = 90

const longestTokenDays = 365
export const longestTokenName = 64

export const ReportTokenRequest = closedRequest({
  siteId: Id,
  /** Name of the collector that receives the token. */
  name: unlimited(z.string().trim().max(longestTokenName)),
  days: unlimited(z.number().int().min(1).max(longestTokenDays)),
  /** The terminal has no account of its own and names one. */
  userName: unlimited(z.string().trim().max(64)),
  ownPassword: unlimited(SentPassword),
})
export type ReportTokenRequest = z.output<typeof ReportTokenRequest>
export const ReportTokenList = closedRequest({ siteId: Id })

/** A token for the reports of a site; times in business time. */
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
/**
 * Reports as lines of JSON or one JSON list (their bytes, or base64 of them), or as rows; each with the columns of a
 * feed, at least `serial` and `reportedAt`.
 */
export const ReportRequest = closedRequest({
  /** The site of the reporting machines; a token of scope `report` has its own. */
  siteId: unlimited(Id),
  content: unlimited(
    z.union([z.instanceof(Uint8Array<ArrayBufferLike>), z.string().max(Math.ceil((maxReportBytes * 4) / 3) + 4)]),
  ),
  reports: unlimited(z.array(Row).max(maxReportLines)),
  language: LanguageField,
})
export type ReportRequest = z.output<typeof ReportRequest>

/** Maximum number of refused lines whose reasons the response lists. */
export const listedErrors = 1_000

/**
 * The results of the lines: read = accepted + repeated + late + refused. `repeated` was known already and changes
 * nothing; `late` is older than the known report, or older than the minutes after which a machine is offline: it goes
 * into the history and changes no state.
 */
export type ReportAnswer = {
  read: number
  accepted: number
  repeated: number
  late: number
  refused: number
  errors: FeedError[]
}

/**
 * Values of a machine in the last hours, one for every `slotMinutes`; null = no report. Hash rates in TH/s, power in W.
 */
export type DeviceHours = {
  start: string
  slotMinutes: number
  hashRate: (number | null)[]
  powerW: (number | null)[]
  targetHashRate: number
}
