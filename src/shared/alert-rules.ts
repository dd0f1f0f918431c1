import { z } from 'zod'
import {
  type AlertKind,
  AlertKindName,
  type AlertPlaceNames,
  type AlertSeverity,
  type AlertStep,
  type AlertThreshold,
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

/** Where a rule or a silence holds, in a request; what is not said is not narrowed. */
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

/** What a rule says, without its place among others. */
const conditions = {
  ...placeFields,
  kind: AlertKindName,
  /** From so many machines on. */
  machines: unlimited(wholeNumber(1, 1_000_000)),
  /** From so many percent of the machines in service on. */
  percent: unlimited(wholeNumber(1, 100)),
  days: unlimited(wholeNumber(1, 365)),
  hours: unlimited(wholeNumber(1, 8_760)),
  byTime: unlimited(ClockTime),
}
type Conditions = { kind: AlertKind } & Partial<Record<AlertThreshold | 'clientId' | 'accountId' | 'type', unknown>>
/** What a kind needs; machines and percent are enough one by one. */
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
  /** Where its events are told; nothing = on every channel of the base. */
  channelIds: unlimited(z.array(Id).max(mostChannels)),
  steps: unlimited(
    z.array(z.object({ afterMinutes: wholeNumber(1, mostStepMinutes), channelId: Id })).max(mostSteps),
  ).transform((steps) => steps ?? []),
  rowVersion: RowVersion,
}
/** Without an id it adds a rule; with one it replaces what that rule says. A rule stays with its base. */
export const AlertRuleSave = closedRequest(ruleFields).superRefine(checked)
export type AlertRuleSave = z.output<typeof AlertRuleSave>
/** What a form asks for that adds one: a base is chosen. */
export const NewAlertRule = closedRequest({ ...ruleFields, companyId: Id }).superRefine(checked)

/** Asks what a rule would have told in the last days, without keeping it. */
export const AlertRulePreviewRequest = closedRequest({ ...conditions, severity: z.enum(alertSeverities) }).superRefine(
  checked,
)
export type AlertRulePreviewRequest = z.output<typeof AlertRulePreviewRequest>
export const previewDays = 30
/**
 * What a rule would have told in the last `days`: events, and messages to each of its channels. `exact` = from all that was written down then;
 * else from how each day ended, or from the machines that are in trouble now, so that those that have recovered are missing.
 */
export type AlertRulePreview = {
  days: number
  events: number
  messages: number
  busiestDay: { day: string; messages: number } | null
  exact: boolean
}

export type AlertRuleRow = AlertPlaceNames & {
  id: number
  kind: AlertKind
  severity: AlertSeverity
  machines: number | null
  percent: number | null
  days: number | null
  hours: number | null
  byTime: string | null
  enabled: boolean
  channelIds: number[] | null
  steps: AlertStep[]
  /** Its site, client or sub-account is in the bin: it rests until that is back. */
  placeDeleted: boolean
  updateTimeStr: string
  rowVersion: number
}
