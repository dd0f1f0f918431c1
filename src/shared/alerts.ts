import { z } from 'zod'
import { Day, daysInOrder, daysReversed } from './dates.ts'
import type { DeviceType, PlaceOfDevices } from './devices.ts'
import { flag } from './feed.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'

export type AlertThreshold = 'byTime' | 'machines' | 'percent' | 'days' | 'hours'
/** The thresholds that are numbers; null = the kind of the rule does not have it. */
export type AlertThresholds = Record<Exclude<AlertThreshold, 'byTime'>, number | null>
/**
 * The kinds of rules: the thresholds of each kind, whether it may be narrowed to owners and a type, and whether the
 * owners of its machines are notified.
 */
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
/** Kinds that are reported to the owners of machines, each about the owner's machines only. */
export const ownerKinds = alertKindNames.filter((kind) => alertKinds[kind].forOwners)
export const AlertKindName = z.enum(alertKindNames)

/** The most severe first. */
export const alertSeverities = ['critical', 'warning', 'notice'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** Reasons for a message about an event: it began, continues, has grown, ended, or was withdrawn with its feed. */
export const alertMoments = ['opened', 'still', 'grown', 'resolved', 'takenBack'] as const
export type AlertMoment = (typeof alertMoments)[number]

/** Why an open event is not reported at present. */
export const mutedByNames = ['silence', 'site', 'acknowledged'] as const
export type MutedBy = (typeof mutedByNames)[number]
/**
 * Why a feed causes an event: lines were refused, too few machines of a site reported, or it could not be read at all.
 */
export const failureReasons = ['refused', 'thin', 'notRun'] as const
export type FailureReason = (typeof failureReasons)[number]

/** If an event is not acknowledged for this number of minutes, it is also reported to this channel. */
export type AlertStep = { afterMinutes: number; channelId: number }

const filters = {
  companyId: unlimited(Id),
  siteId: unlimited(Id),
  clientId: unlimited(Id),
  kind: unlimited(AlertKindName),
  severity: unlimited(z.enum(alertSeverities)),
  /** Only open events, or only ended ones. */
  open: flag,
  /** Business days, both inclusive: events that were open on one of them. */
  startDate: unlimited(Day),
  endDate: unlimited(Day),
}
export const AlertListRequest = closedRequest({ ...Paging.shape, ...filters }).refine(daysInOrder, daysReversed)
export type AlertListRequest = z.output<typeof AlertListRequest>
/** A user's filters of the list: open events unless `status` says otherwise. `alert` = the event in the detail view. */
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
/** Acknowledge an event, with the reason why no one else needs a message; `acknowledged: false` withdraws that. */
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
/** The form for it: a reason is required, except for a withdrawal. */
export const alertAnswerForm = (acknowledged: boolean) => z.object({ reason: acknowledged ? Reason : z.string() })

const longestSilenceMinutes = 60 * 24 * 31
/** Silence the place of an event for this number of minutes from now. */
export const AlertSilenceForm = z.object({
  minutes: wholeNumber(1, longestSilenceMinutes),
  reason: Reason,
  excused: flag,
})
export const AlertSilence = closedRequest({ id: Id, ...AlertSilenceForm.shape })
export type AlertSilence = z.output<typeof AlertSilence>

/** The place of an event; null = not narrowed. */
export type AlertPlaceNames = PlaceOfDevices & { companyId: number; company: string; type: DeviceType | null }
/**
 * An event. For an owner of machines, `count` and `worst` cover the owner's machines, and the staff's notes are left
 * out. Instants are ISO texts.
 */
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
  /** Total number of machines; null = hidden from the reader. */
  of: number | null
  batchId: number | null
  failure: FailureReason | null
  /** The original text of the caller that reported it. */
  text: string | null
  mutedBy: MutedBy | null
  toldAt: string | null
  acknowledged: { at: string; by: string | null; reason: string | null } | null
  rowVersion: number
}
/** Machines of one owner in an event: how many joined it, and how many of them are out of service now. */
export type AlertOwner = {
  clientId: number | null
  client: string | null
  accountId: number | null
  account: string | null
  count: number
  down: number
}
export const OpenAlertsRequest = closedRequest({ companyId: unlimited(Id) })
/** Open events: numbers by severity, those of them that wait for an answer, and the newest of the most severe. */
export type OpenAlerts = {
  counts: Record<AlertSeverity, number>
  waiting: Record<AlertSeverity, number>
  rows: AlertRow[]
}

/** Request events of a range of days, as marks on a chart. */
export const AlertMarksRequest = closedRequest({
  companyId: unlimited(Id),
  siteId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  startDate: Day,
  endDate: Day,
}).refine(daysInOrder, daysReversed)
export type AlertMarksRequest = z.output<typeof AlertMarksRequest>
/** `day` = the business day on which the event opened. */
export type AlertMark = Pick<AlertRow, 'id' | 'kind' | 'severity' | 'site' | 'worst' | 'of'> & { day: string }
