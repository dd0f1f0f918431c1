import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { type ReportDetail, reportResults } from '#shared/reports.ts'

/** Ends an inspection with its result: first what was found, then the status, so that a finished report always has one. */
export function FinishDialog({ report, onClose }: { report: ReportDetail; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [result, setResult] = useState<string | null>(report.result)
  const [found, setFound] = useState(report.examinationDescribe ?? '')
  const [left, setLeft] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const save = trpc.reports.save.useMutation({ meta: { silent: true } })
  const set = trpc.reports.setStatus.useMutation({ meta: { silent: true } })
  const submit = async () => {
    setLeft(true)
    if (result === null) return
    setBusy(true)
    setProblem(null)
    try {
      const saved = await save.mutateAsync({ id: report.id, rowVersion: report.rowVersion, result, examinationDescribe: found })
      await set.mutateAsync({ id: report.id, status: 2, rowVersion: saved.rowVersion })
      toastSuccess(say('inspection.changed', { status: say('inspection.status.2') }))
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    } finally {
      await utils.reports.invalidate()
    }
  }
  return (
    <FormDialog
      title={say('inspection.finish')}
      submit={{ label: say('inspection.finish') }}
      busy={busy}
      error={problem}
      draft={[result, found]}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{say('inspection.finishHelp')}</p>
      <Select
        label={say('inspection.result')}
        required
        value={result}
        options={reportResults.map((value) => ({ value: value as string, label: say(`inspection.result.${value}`) }))}
        onChange={setResult}
        error={left && result === null ? say('inspection.resultMissing') : null}
      />
      <Field label={say('inspection.examinationDescribe')}>
        {(control) => <textarea {...control} className="control min-h-24" maxLength={4_000} value={found} onChange={(event) => setFound(event.target.value)} />}
      </Field>
    </FormDialog>
  )
}
