import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { type ReportDetail, reportResults } from '#shared/reports.ts'

/** Ends an inspection with its result: first what was found, then the status, so that a finished report always has one. */
export function FinishDialog({ report, onClose }: { report: ReportDetail; onClose: () => void }) {
  const say = useWord()
  const formId = useId()
  const utils = trpc.useUtils()
  const [result, setResult] = useState<string | null>(report.result)
  const [found, setFound] = useState(report.examinationDescribe ?? '')
  const [left, setLeft] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = trpc.reports.save.useMutation({ meta: { silent: true } })
  const set = trpc.reports.setStatus.useMutation({ meta: { silent: true } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (busy || result === null) return
    setBusy(true)
    setProblem(null)
    try {
      const saved = await save.mutateAsync({ id: report.id, rowVersion: report.rowVersion, result, examinationDescribe: found })
      await set.mutateAsync({ id: report.id, status: 2, rowVersion: saved.rowVersion })
      toastSuccess(say('inspection.changed', { status: say('inspection.status.2') }))
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    } finally {
      await utils.reports.invalidate()
    }
  }
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={say('inspection.finish')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {say('inspection.finish')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
          {(control) => (
            <textarea {...control} className="control min-h-24" maxLength={4_000} value={found} onChange={(event) => setFound(event.target.value)} />
          )}
        </Field>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
