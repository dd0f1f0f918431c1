import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { FinishForm, type ReportDetail, reportResults } from '#shared/reports.ts'

/**
 * Finish an inspection with its result. The result is saved before the status, so that a finished report always has
 * one.
 */
export function FinishDialog({ report, onClose }: { report: ReportDetail; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.reports.save.useMutation({ meta: { silent: true } })
  const set = trpc.reports.setStatus.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'inspection',
    schema: FinishForm,
    values: { result: report.result, examinationDescribe: report.examinationDescribe ?? '' },
    send: async ({ values }) => {
      try {
        const saved = await save.mutateAsync({ id: report.id, rowVersion: report.rowVersion, ...values })
        await set.mutateAsync({ id: report.id, status: 2, rowVersion: saved.rowVersion })
      } catch (refusal) {
        // The result may be saved although setting the status failed.
        await utils.reports.invalidate()
        throw refusal
      }
    },
    refresh: () => utils.reports.invalidate(),
    onSaved: onClose,
    done: () => say('inspection.changed', { status: say('inspection.status.2') }),
  })
  return (
    <FormDialog
      form={form}
      title={say('inspection.finish')}
      submit={{ label: say('inspection.finish') }}
      onClose={onClose}
    >
      <p className="text-muted">{say('inspection.finishHelp')}</p>
      <Select
        {...form.choice('result')}
        options={reportResults.map((value) => ({ value: value as string, label: say(`inspection.result.${value}`) }))}
      />
      <TextArea {...form.text('examinationDescribe')} controlClassName="min-h-24" />
    </FormDialog>
  )
}
