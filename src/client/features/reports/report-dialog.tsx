import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { type ReportDetail, type ReportRow, reportResults } from '#shared/reports.ts'
import { type TankerType, tankerTypes } from '#shared/reservations.ts'
import { useResultName } from './report-status.tsx'

const texts = [
  'tankerNumber',
  'licenseNumber',
  'checkedOrg',
  'contactName',
  'phone',
  'checkMethod',
  'name',
  'examinationName',
  'traceName',
  'townName',
] as const
const longTexts = ['content', 'examinationDescribe'] as const
type Name = (typeof texts)[number] | (typeof longTexts)[number]
type Props = { report: ReportDetail | null; companyId: number | null; onClose: () => void; onSaved: (report: ReportRow) => void }

/** All that is written into a report by hand; number, status and owner are not. */
export function ReportDialog({ report, companyId, onClose, onSaved }: Props) {
  const say = useWord()
  const formId = useId()
  const utils = trpc.useUtils()
  const resultName = useResultName()
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({})
  const [tankerType, setTankerType] = useState<TankerType | null>(report?.tankerType ?? null)
  const [stationId, setStationId] = useState<number | null>(report?.stationId ?? null)
  const [result, setResult] = useState<string | null>(report?.result ?? null)
  const [left, setLeft] = useState(false)
  const save = trpc.reports.save.useMutation({
    meta: { silent: true },
    onSuccess: async (saved) => {
      toastSuccess(say('inspection.saved'))
      onClose()
      onSaved(saved)
      await utils.reports.invalidate()
    },
  })
  const textOf = (field: Name) => draft[field] ?? report?.[field] ?? ''
  const isEmpty = textOf('tankerNumber').trim() === '' && (report?.testeeId ?? null) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (save.isPending || isEmpty) return
    // Only what was touched is sent, so that nothing else is overwritten.
    const touched = { ...draft, tankerType, stationId, result }
    save.mutate(report ? { ...touched, id: report.id, rowVersion: report.rowVersion } : { ...touched, companyId: companyId ?? undefined })
  }
  const change = (field: Name) => (value: string) => setDraft((before) => ({ ...before, [field]: value }))
  const results = result === null || reportResults.some((one) => one === result) ? reportResults : [...reportResults, result]
  return (
    <Dialog
      open
      onClose={() => !save.isPending && onClose()}
      size="md"
      title={say(report ? 'inspection.edit' : 'inspection.add')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {texts.map((field) => (
          <TextField
            key={field}
            label={say(`inspection.${field}`)}
            value={textOf(field)}
            onChange={change(field)}
            maxLength={field === 'tankerNumber' || field === 'licenseNumber' ? 32 : field === 'phone' ? 24 : 64}
            required={field === 'tankerNumber'}
            error={field === 'tankerNumber' && left && isEmpty ? say('inspection.tankerNumberMissing') : null}
            {...(field === 'tankerNumber' ? { 'data-autofocus': true } : {})}
          />
        ))}
        <Select
          label={say('inspection.tankerType')}
          value={tankerType}
          emptyLabel="-"
          options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
          onChange={setTankerType}
        />
        {report && (
          <Select
            label={say('inspection.station')}
            value={stationId}
            emptyLabel="-"
            options={report.stations.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setStationId}
          />
        )}
        <Select
          label={say('inspection.result')}
          value={result}
          emptyLabel="-"
          options={results.map((value) => ({ value: value as string, label: resultName(value) }))}
          onChange={setResult}
        />
        {longTexts.map((field) => (
          <Field key={field} label={say(`inspection.${field}`)} className="sm:col-span-2">
            {(control) => (
              <textarea
                {...control}
                className="control min-h-20"
                maxLength={4_000}
                value={textOf(field)}
                onChange={(event) => change(field)(event.target.value)}
              />
            )}
          </Field>
        ))}
        {save.error && (
          <p role="alert" className="text-danger sm:col-span-2">
            {messageOf(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
