import { z } from 'zod'
import { type AlertDetail, alertActs } from '#shared/alert-course.ts'
import type { AlertRulePreview, AlertRuleRow } from '#shared/alert-rules.ts'
import {
  AlertKindName,
  type AlertRow,
  alertMoments,
  alertSeverities,
  failureReasons,
  mutedByNames,
  type OpenAlerts,
} from '#shared/alerts.ts'
import { deliveryStates } from '#shared/deliveries.ts'
import { DeviceType } from '#shared/devices.ts'
import type { SilenceRow } from '#shared/silences.ts'
import {
  answerOf,
  count,
  deletedAnswer,
  id,
  listOf,
  optionalId,
  optionalText,
  savedAnswer,
  text,
} from './answer-schemas.ts'
import { serialListAnswer } from './device-answers.ts'
import { type Route, route } from './route.ts'

const place = {
  companyId: id,
  company: text,
  siteId: optionalId,
  site: optionalText,
  clientId: optionalId,
  client: optionalText,
  accountId: optionalId,
  account: optionalText,
  type: DeviceType.nullable(),
}
const severity = z.enum(alertSeverities)
const alert = {
  id,
  ...place,
  kind: AlertKindName,
  severity,
  openedAt: text,
  lastSeenAt: text,
  resolvedAt: optionalText,
  takenBack: z.boolean(),
  count,
  worst: count,
  of: count.nullable(),
  batchId: optionalId,
  failure: z.enum(failureReasons).nullable(),
  text: optionalText,
  mutedBy: z.enum(mutedByNames).nullable(),
  toldAt: optionalText,
  acknowledged: z.object({ at: text, by: optionalText, reason: optionalText }).nullable(),
  rowVersion: id,
}
const alertAnswer = answerOf<AlertRow>()(z.object(alert))
const detailAnswer = answerOf<AlertDetail>()(
  z.object({
    ...alert,
    owners: z.array(
      z.object({
        clientId: optionalId,
        client: optionalText,
        accountId: optionalId,
        account: optionalText,
        count,
        down: count,
      }),
    ),
    machines: count,
    timeline: z.array(
      z.object({
        ...{ moment: z.enum(alertMoments), at: text, count: count.nullable() },
        ...{
          channels: z.array(z.object({ channel: text, state: z.enum(deliveryStates), deliveredAt: text.nullable() })),
          endedAcknowledgement: z.boolean(),
        },
      }),
    ),
    answers: z.array(
      z.object({ act: z.enum(alertActs), at: text, by: optionalText, reason: optionalText, until: optionalText }),
    ),
    earlier: z.array(z.object({ id, kind: AlertKindName, openedAt: text, resolvedAt: optionalText, worst: count })),
  }),
)
const bySeverity = z.object({ critical: count, warning: count, notice: count })
const openAnswer = answerOf<OpenAlerts>()(
  z.object({ counts: bySeverity, waiting: bySeverity, rows: z.array(alertAnswer) }),
)
const ruleAnswer = answerOf<AlertRuleRow>()(
  z.object({
    id,
    ...place,
    kind: AlertKindName,
    severity,
    machines: count.nullable(),
    percent: count.nullable(),
    days: count.nullable(),
    hours: count.nullable(),
    byTime: optionalText,
    enabled: z.boolean(),
    channelIds: z.array(id).nullable(),
    steps: z.array(z.object({ afterMinutes: count, channelId: id })),
    placeDeleted: z.boolean(),
    updateTimeStr: text,
    rowVersion: id,
  }),
)
const previewAnswer = answerOf<AlertRulePreview>()(
  z.object({
    days: count,
    events: count,
    messages: count,
    busiestDay: z.object({ day: text, messages: count }).nullable(),
    exact: z.boolean(),
  }),
)
const silenceAnswer = answerOf<SilenceRow>()(
  z.object({
    id,
    ...place,
    startsAtStr: optionalText,
    endsAtStr: optionalText,
    weekdays: z.array(count).nullable(),
    startTime: optionalText,
    minutes: count.nullable(),
    reason: text,
    excused: z.boolean(),
    active: z.boolean(),
    person: optionalText,
    updateTimeStr: text,
    rowVersion: id,
  }),
)
const rule = { companyId: 2, kind: 'site.outage', severity: 'critical', siteId: 4, machines: 5, percent: 10 }

/** Events, event rules and silences. */
export const alertRoutes: readonly Route[] = [
  route('POST', '/alert/find/', 'alerts.find', {
    title: 'api.alertFind',
    answer: listOf(alertAnswer),
    example: { body: { page: 1, size: 20, companyId: 2, open: true, startDate: '{today-30}', endDate: '{today}' } },
  }),
  route('GET', '/alert/get/:id', 'alerts.get', {
    title: 'api.alertGet',
    answer: detailAnswer,
    example: { params: { id: 1 } },
  }),
  route('GET', '/alert/open', 'alerts.open', { title: 'api.alertOpen', answer: openAnswer, example: {} }),
  route('POST', '/alert/acknowledge/:id', 'alerts.acknowledge', {
    title: 'api.alertAcknowledge',
    answer: savedAnswer,
    example: {
      params: { id: 1 },
      body: { acknowledged: true, reason: '供电局检修，16 点恢复' },
      needs: 'api.needs.alert',
    },
  }),
  route('POST', '/alert/silence/:id', 'alerts.silence', {
    title: 'api.alertSilence',
    answer: savedAnswer,
    example: { params: { id: 1 }, body: { minutes: 240, reason: '更换变压器', excused: true } },
  }),
  route('POST', '/alert/machines/:id', 'alerts.machines', {
    title: 'api.alertMachines',
    answer: serialListAnswer,
    example: { params: { id: 1 }, needs: 'api.needs.alert' },
  }),
  route('POST', '/alertRule/find/', 'alertRules.find', {
    title: 'api.ruleFind',
    answer: listOf(ruleAnswer),
    example: { body: { page: 1, size: 20, companyId: 2, kind: 'site.outage' } },
  }),
  route('POST', '/alertRule/save', 'alertRules.save', {
    title: 'api.ruleSave',
    answer: savedAnswer,
    example: { body: { ...rule, enabled: true } },
  }),
  route('POST', '/alertRule/delete/:id', 'alertRules.delete', {
    title: 'api.ruleDelete',
    answer: deletedAnswer,
    example: { params: { id: 2 } },
  }),
  route('POST', '/alertRule/preview', 'alertRules.preview', {
    title: 'api.rulePreview',
    answer: previewAnswer,
    example: { body: rule },
  }),
  route('POST', '/silence/find/', 'silences.find', {
    title: 'api.silenceFind',
    answer: listOf(silenceAnswer),
    example: { body: { page: 1, size: 20, companyId: 2, withPast: true } },
  }),
  route('POST', '/silence/save', 'silences.save', {
    title: 'api.silenceSave',
    answer: savedAnswer,
    example: {
      body: {
        companyId: 2,
        siteId: 4,
        weekdays: [6],
        startTime: '22:00',
        minutes: 480,
        reason: '每周检修',
        excused: true,
      },
    },
  }),
  route('POST', '/silence/delete/:id', 'silences.delete', {
    title: 'api.silenceDelete',
    answer: deletedAnswer,
    example: { params: { id: 1 } },
  }),
]
