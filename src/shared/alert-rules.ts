import { z } from 'zod'
import {
  type AlertKind,
  AlertKindName,
  type AlertPlaceNames,
  type AlertSeverity,
  type AlertStep,
  type AlertThreshold,
  type AlertThresholds,
  alertKinds,
  alertSeverities,
} from './alerts.ts'
import { TypeFilter } from './devices.ts'
import { flag } from './feed.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'

/** A time of the day, HH:mm. */
export const ClockTime = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'clockTime' })

const mostSteps = 3
const mostStepMinutes = 10_080
const mostChannels = 20

/** The scope of a rule or a silence in a request; a missing field is not narrowed. */
export const placeFields = {
  companyId: unlimited(Id),
  siteId: unlimited(Id),
  clientId: unlimited(Id),
  accountId: unlimited(Id),
  type: TypeFilter,
}

export const AlertRuleListRequest = closedRequest({
  ...Paging.shape,
  companyId: unlimited(Id),
  kind: unlimited(AlertKindName),
})
export type AlertRuleListRequest = z.output<typeof AlertRuleListRequest>

/** The scope, kind and thresholds of a rule. */
const conditions = {
  ...placeFields,
  kind: AlertKindName,
  /** Minimum number of machines. */
  machines: unlimited(wholeNumber(1, 1_000_000)),
  /** Minimum percentage of the machines in service. */
  percent: unlimited(wholeNumber(1, 100)),
  days: unlimited(wholeNumber(1, 365)),
  hours: unlimited(wholeNumber(1, 8_760)),
  byTime: unlimited(ClockTime),
}
type Conditions = { kind: AlertKind } & Partial<Record<AlertThreshold | 'clientId' | 'accountId' | 'type', unknown>>
/** Return the missing thresholds of a kind; either machines or percent is enough. */
function missing(rule: Conditions): AlertThreshold[] {
  const needed: readonly AlertThreshold[] = alertKinds[rule.kind].thresholds
  const absent = needed.filter((name) => rule[name] === undefined)
  return needed.includes('machines') && absent.length < needed.length ? [] : absent
}
const checked = (rule: Conditions, context: z.RefinementCtx) => {
  for (const name of missing(rule)) context.addIssue({ code: 'custom', message: 'threshold', path: [name] })
  if (alertKinds[rule.kind].narrows) return
  for (const name of ['clientId', 'accountId', 'type'] as const)
    if (rule[name] !== undefined) context.addIssue({ code: 'custom', message: 'notNarrowed', path: [name] })
}

const ruleFields = {
  id: unlimited(Id),
  ...conditions,
  severity: z.enum(alertSeverities),
  enabled: flag.transform((on) => on ?? true),
  /** Channels for messages about its events; missing = every channel of the base. */
  channelIds: unlimited(z.array(Id).max(mostChannels)),
  steps: unlimited(
    z.array(z.object({ afterMinutes: wholeNumber(1, mostStepMinutes), channelId: Id })).max(mostSteps),
  ).transform((steps) => steps ?? []),
  rowVersion: RowVersion,
}
/** Without an id it adds a rule; with one it replaces the content of that rule. A rule stays with its base. */
export const AlertRuleSave = closedRequest(ruleFields).superRefine(checked)
export type AlertRuleSave = z.output<typeof AlertRuleSave>
/** The form for a new rule: a base is required. */
export const NewAlertRule = closedRequest({ ...ruleFields, companyId: Id }).superRefine(checked)

/** Request the messages that a rule would have sent in the last days, without saving it. */
export const AlertRulePreviewRequest = closedRequest({ ...conditions, severity: z.enum(alertSeverities) }).superRefine(
  checked,
)
export type AlertRulePreviewRequest = z.output<typeof AlertRulePreviewRequest>
export const previewDays = 30
/**
 * The events and the messages to each channel that a rule would have caused in the last `days`. `exact` = from complete
 * records; otherwise from the state at the end of each day, or from the machines in trouble now, so that recovered
 * machines are missing.
 */
export type AlertRulePreview = {
  days: number
  events: number
  messages: number
  busiestDay: { day: string; messages: number } | null
  exact: boolean
}

export type AlertRuleRow = AlertPlaceNames &
  AlertThresholds & {
    id: number
    kind: AlertKind
    severity: AlertSeverity
    byTime: string | null
    enabled: boolean
    channelIds: number[] | null
    steps: AlertStep[]
    /** Its site, client or sub-account is in the bin: the rule is inactive until that is restored. */
    placeDeleted: boolean
    updateTimeStr: string
    rowVersion: number
  }
