import { mutation, query, router } from '#server/trpc.ts'
import type { AlertDetail } from '#shared/alert-course.ts'
import { AlertRuleListRequest, AlertRulePreviewRequest, AlertRuleSave } from '#shared/alert-rules.ts'
import {
  AlertAcknowledge,
  AlertListRequest,
  AlertMarksRequest,
  AlertSilence,
  type OpenAlerts,
  OpenAlertsRequest,
} from '#shared/alerts.ts'
import { ById } from '#shared/request-fields.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import { SilenceListRequest, SilenceSave } from '#shared/silences.ts'
import { acknowledgeAlert, silenceAlert } from './answer-alert.ts'
import { alertMarks, findAlerts, getAlert, keepAlertMachines, openAlerts } from './find-alerts.ts'
import { previewRule } from './preview.ts'
import { deleteRule, findRules, saveRule } from './rule-records.ts'
import { deleteSilence, findSilences, saveSilence } from './silence-records.ts'

/** Alert events of whole sites and of machines at one place. */
export const alertsRouter = router({
  find: query('alerts.find', AlertListRequest, findAlerts),
  get: query('alerts.get', ById, (ctx, input): Promise<AlertDetail> => getAlert(ctx, input.id)),
  // The open events, for the badge of the navbar, the start page Today and the cockpits.
  open: query('alerts.open', OpenAlertsRequest, (ctx, input): Promise<OpenAlerts> => openAlerts(ctx, input.companyId)),
  acknowledge: mutation('alerts.acknowledge', AlertAcknowledge, acknowledgeAlert),
  silence: mutation('alerts.silence', AlertSilence, silenceAlert),
  machines: mutation(
    'alerts.machines',
    ById,
    (ctx, input): Promise<KeptSerialList> => keepAlertMachines(ctx, input.id),
  ),
  marks: query('alerts.marks', AlertMarksRequest, alertMarks),
})

/** The rules that open events. */
export const alertRulesRouter = router({
  find: query('alertRules.find', AlertRuleListRequest, findRules),
  save: mutation('alertRules.save', AlertRuleSave, saveRule),
  delete: mutation('alertRules.delete', ById, (ctx, input): Promise<{ id: number }> => deleteRule(ctx, input.id)),
  preview: query('alertRules.preview', AlertRulePreviewRequest, previewRule),
})

/** The times during which events send no notices. */
export const silencesRouter = router({
  find: query('silences.find', SilenceListRequest, findSilences),
  save: mutation('silences.save', SilenceSave, saveSilence),
  delete: mutation('silences.delete', ById, (ctx, input): Promise<{ id: number }> => deleteSilence(ctx, input.id)),
})
