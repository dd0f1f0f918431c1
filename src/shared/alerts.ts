import { z } from 'zod'
import { Day, daysInOrder, daysReversed } from './dates.ts'
import type { DeviceType } from './devices.ts'
import { flag } from './feed.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'

export type AlertThreshold = 'byTime' | 'machines' | 'percent' | 'days' | 'hours'
/** What a rule may be about: which thresholds each kind has, whether it may be narrowed to owners and a type, and whether the owners of its machines hear of it. */
export const alertKinds = {
  'site.silent': { thresholds: ['byTime'], narrows: false, forOwners: false },
  'site.outage': { thresholds: ['machines', 'percent'], narrows: true, forOwners: true },
  'share.low': { thresholds: ['machines', 'percent'], narrows: true, forOwners: true },
  'device.away': { thresholds: ['days'], narrows: true, forOwners: true },
  'repair.late': { thresholds: ['days'], narrows: true, forOwners: true },
  'conflict.open': { thresholds: ['hours'], narrows: true, forOwners: false },
  'feed.failed': { thresholds: [], narrows: false, forOwners: false },
} as const satisfies Record<string, { thresholds: readonly AlertThreshold[]; narrows: boolean; forOwners: boolean }>
export type AlertKind = keyof typeof alertKinds
export const alertKindNames = Object.keys(alertKinds) as [AlertKind, ...AlertKind[]]
/** Kinds of which the owners of machines hear, each of his own machines alone. */
export const ownerKinds = alertKindNames.filter((kind) => alertKinds[kind].forOwners)
export const AlertKindName = z.enum(alertKindNames)

/** The worst first. */
export const alertSeverities = ['critical', 'warning', 'notice'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** What is told of an event: that it began, is still there, has grown, is over, or was taken back with its feed. */
export const alertMoments = ['opened', 'still', 'grown', 'resolved', 'takenBack'] as const
export type AlertMoment = (typeof alertMoments)[number]

/** Why an open event is not told of at the moment. */
export const mutedByNames = ['silence', 'site', 'acknowledged'] as const
export type MutedBy = (typeof mutedByNames)[number]
/** Why a feed is an event: refused line by line, too thin for a site to be judged by, not read at all. */
export const failureReasons = ['refused', 'thin', 'notRun'] as const
export type FailureReason = (typeof failureReasons)[number]

/** Where nobody has acknowledged an event for so many minutes, it goes to this channel, too. */
export type AlertStep = { afterMinutes: number; channelId: number }

const filters = {
  companyId: unlimited(Id),
  siteId: unlimited(Id),
  clientId: unlimited(Id),
  kind: unlimited(AlertKindName),
  severity: unlimited(z.enum(alertSeverities)),
  /** Only those that are open, or only those that are over. */
  open: flag,
  /** Business days, both inclusive: those that were open on one of them. */
  startDate: unlimited(Day),
  endDate: unlimited(Day),
}
export const AlertListRequest = closedRequest({ ...Paging.shape, ...filters }).refine(daysInOrder, daysReversed)
export type AlertListRequest = z.output<typeof AlertListRequest>
/** What a person narrows the list by: open ones unless `status` says otherwise. `alert` = the event that is looked at. */
export const AlertFilters = z.object({
  status: unlimited(z.enum(['over', 'all'])),
  kind: filters.kind,
  severity: filters.severity,
  siteId: filters.siteId,
  clientId: filters.clientId,
  from: unlimited(Day),
  to: unlimited(Day),
  alert: unlimited(Id),
})

const longestReason = 200
const Reason = z.string().trim().min(1).max(longestReason)
/** Says that somebody knows of an event, and why nobody else need be told; `acknowledged: false` takes that back. */
export const AlertAcknowledge = closedRequest({
  id: Id,
  acknowledged: flag.transform((said) => said ?? true),
  reason: unlimited(z.string().trim().max(longestReason)),
  rowVersion: RowVersion,
}).refine(({ acknowledged, reason }) => !acknowledged || (reason !== undefined && reason !== ''), {
  message: 'alertReason',
  path: ['reason'],
})
export type AlertAcknowledge = z.output<typeof AlertAcknowledge>
/** What a person fills in for it: a reason, unless he takes it back. */
export const alertAnswerForm = (acknowledged: boolean) => z.object({ reason: acknowledged ? Reason : z.string() })

const longestSilenceMinutes = 60 * 24 * 31
/** For so many minutes from now it is quiet at the place of an event. */
export const AlertSilenceForm = z.object({
  minutes: wholeNumber(1, longestSilenceMinutes),
  reason: Reason,
  excused: flag,
})
export const AlertSilence = closedRequest({ id: Id, ...AlertSilenceForm.shape })
export type AlertSilence = z.output<typeof AlertSilence>

/** Where an event is; null = not narrowed. */
export type AlertPlaceNames = {
  companyId: number
  company: string
  siteId: number | null
  site: string | null
  clientId: number | null
  client: string | null
  accountId: number | null
  account: string | null
  type: DeviceType | null
}
/** An event. Of the owner of machines `count` and `worst` are his own, and what the staff say to each other is left out. Instants are ISO texts. */
export type AlertRow = AlertPlaceNames & {
  id: number
  kind: AlertKind
  severity: AlertSeverity
  openedAt: string
  lastSeenAt: string
  resolvedAt: string | null
  takenBack: boolean
  count: number
  worst: number
  /** Of so many machines; null = nobody's to know. */
  of: number | null
  batchId: number | null
  failure: FailureReason | null
  /** What the caller that told of it said, word for word. */
  text: string | null
  mutedBy: MutedBy | null
  toldAt: string | null
  acknowledged: { at: string; by: string | null; reason: string | null } | null
  rowVersion: number
}
/** Machines of one owner in an event: how many joined it, and how many of them are not in service now. */
export type AlertOwner = {
  clientId: number | null
  client: string | null
  accountId: number | null
  account: string | null
  count: number
  down: number
}
export const OpenAlertsRequest = closedRequest({ companyId: unlimited(Id) })
/** What is open now: numbers by severity, and the newest of the worst. */
export type OpenAlerts = { counts: Record<AlertSeverity, number>; rows: AlertRow[] }

/** Events of a stretch of days, as marks on a chart of it. */
export const AlertMarksRequest = closedRequest({
  companyId: unlimited(Id),
  siteId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  startDate: Day,
  endDate: Day,
}).refine(daysInOrder, daysReversed)
export type AlertMarksRequest = z.output<typeof AlertMarksRequest>
/** `day` = the business day on which it opened. */
export type AlertMark = Pick<AlertRow, 'id' | 'kind' | 'severity' | 'site' | 'worst' | 'of'> & { day: string }
