import { procedure, router } from '#server/trpc.ts'
import type { AlertDetail } from '#shared/alert-course.ts'
import {
  AlertRuleListRequest,
  type AlertRulePreview,
  AlertRulePreviewRequest,
  type AlertRuleRow,
  AlertRuleSave,
} from '#shared/alert-rules.ts'
import {
  AlertAcknowledge,
  AlertListRequest,
  type AlertMark,
  AlertMarksRequest,
  type AlertRow,
  AlertSilence,
  type OpenAlerts,
  OpenAlertsRequest,
} from '#shared/alerts.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import { SilenceListRequest, type SilenceRow, SilenceSave } from '#shared/silences.ts'
import { acknowledgeAlert, silenceAlert } from './answer-alert.ts'
import { alertMarks, findAlerts, getAlert, keepAlertMachines, openAlerts } from './find-alerts.ts'
import { previewRule } from './preview.ts'
import { deleteRule, findRules, saveRule } from './rule-records.ts'
import { deleteSilence, findSilences, saveSilence } from './silence-records.ts'

type Saved = { id: number; rowVersion: number }

/** Alert events of whole sites and of machines at one place. */
export const alertsRouter = router({
  find: procedure('alerts.find')
    .input(AlertListRequest)
    .query(({ ctx, input }): Promise<Page<AlertRow>> => findAlerts(ctx, input)),
  get: procedure('alerts.get')
    .input(ById)
    .query(({ ctx, input }): Promise<AlertDetail> => getAlert(ctx, input.id)),
  // The open events, for the badge of the navbar, the start page Today and the cockpits.
  open: procedure('alerts.open')
    .input(OpenAlertsRequest)
    .query(({ ctx, input }): Promise<OpenAlerts> => openAlerts(ctx, input.companyId)),
  acknowledge: procedure('alerts.acknowledge')
    .input(AlertAcknowledge)
    .mutation(({ ctx, input }): Promise<Saved> => acknowledgeAlert(ctx, input)),
  silence: procedure('alerts.silence')
    .input(AlertSilence)
    .mutation(({ ctx, input }): Promise<Saved> => silenceAlert(ctx, input)),
  machines: procedure('alerts.machines')
    .input(ById)
    .mutation(({ ctx, input }): Promise<KeptSerialList> => keepAlertMachines(ctx, input.id)),
  marks: procedure('alerts.marks')
    .input(AlertMarksRequest)
    .query(({ ctx, input }): Promise<AlertMark[]> => alertMarks(ctx, input)),
})

/** The rules that open events. */
export const alertRulesRouter = router({
  find: procedure('alertRules.find')
    .input(AlertRuleListRequest)
    .query(({ ctx, input }): Promise<Page<AlertRuleRow>> => findRules(ctx, input)),
  save: procedure('alertRules.save')
    .input(AlertRuleSave)
    .mutation(({ ctx, input }): Promise<Saved> => saveRule(ctx, input)),
  delete: procedure('alertRules.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteRule(ctx, input.id)),
  preview: procedure('alertRules.preview')
    .input(AlertRulePreviewRequest)
    .query(({ ctx, input }): Promise<AlertRulePreview> => previewRule(ctx, input)),
})

/** The times during which events send no notices. */
export const silencesRouter = router({
  find: procedure('silences.find')
    .input(SilenceListRequest)
    .query(({ ctx, input }): Promise<Page<SilenceRow>> => findSilences(ctx, input)),
  save: procedure('silences.save')
    .input(SilenceSave)
    .mutation(({ ctx, input }): Promise<Saved> => saveSilence(ctx, input)),
  delete: procedure('silences.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteSilence(ctx, input.id)),
})
