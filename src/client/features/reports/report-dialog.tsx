import { useState } from 'react'
import { useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { phoneIsWrong } from '#client/features/reservations/tanker-fields.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
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
const names = [...texts, ...longTexts, 'tankerType', 'stationId', 'result'] as const
const longest: Partial<Record<Name, number>> = { tankerNumber: 32, licenseNumber: 32, phone: 24 }
type Name = (typeof texts)[number] | (typeof longTexts)[number]
type Draft = Partial<Record<Name, string>> & { tankerType?: TankerType | null; stationId?: number | null; result?: string | null }
type Props = { report: ReportDetail | null; companyId: number | null; onClose: () => void; onSaved: (report: ReportRow) => void }

/** All that is written into a report by hand; number, status and owner are not. */
export function ReportDialog({ report: opened, companyId, onClose, onSaved }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const resultName = useResultName()
  // Only what was touched is sent, so that nothing else is overwritten.
  const [draft, setDraft] = useState<Draft>({})
  const [left, setLeft] = useState(false)
  const labels = Object.fromEntries([...texts, ...longTexts].map((field) => [field, { label: say(`inspection.${field}`) }]))
  const {
    row: report,
    onError,
    conflict,
  } = useEditedRow(opened, () => utils.reports.getDetail.fetch({ id: opened?.id ?? 0 }, { staleTime: 0 }), {
    ...labels,
    tankerType: { label: say('inspection.tankerType'), text: (row) => row.tankerType && say(`planning.tanker.${row.tankerType}`) },
    station: { label: say('inspection.station') },
    result: { label: say('inspection.result'), text: (row) => resultName(row.result) },
    status: { label: say('inspection.status'), text: (row) => say(`inspection.status.${row.status}`) },
  })
  const save = trpc.reports.save.useMutation({
    meta: { silent: true },
    onError,
    onSuccess: async (saved) => {
      toastSuccess(say('inspection.saved'))
      onClose()
      onSaved(saved)
      await utils.reports.invalidate()
    },
  })
  const refused = refusedAt(save.error)
  const textOf = (field: Name) => draft[field] ?? report?.[field] ?? ''
  const chosen = <Choice extends 'tankerType' | 'stationId' | 'result'>(field: Choice) =>
    draft[field] === undefined ? (report?.[field] ?? null) : draft[field]
  const result = chosen('result')
  const isEmpty = textOf('tankerNumber').trim() === '' && (report?.testeeId ?? null) === null
  const wrong: Partial<Record<Name, string>> = {
    ...(isEmpty ? { tankerNumber: say('inspection.tankerNumberMissing') } : {}),
    ...(phoneIsWrong(textOf('phone')) ? { phone: say('reservation.phoneWrong') } : {}),
  }
  const change = (patch: Draft) => setDraft((before) => ({ ...before, ...patch }))
  const errorOf = (field: Name) => (left ? wrong[field] : undefined) ?? refused(field)
  const submit = () => {
    setLeft(true)
    if (Object.keys(wrong).length > 0) return
    save.mutate(report ? { ...draft, id: report.id, rowVersion: report.rowVersion } : { ...draft, companyId: companyId ?? undefined })
  }
  const results = result === null || reportResults.some((one) => one === result) ? reportResults : [...reportResults, result]
  return (
    <FormDialog
      title={say(report ? 'inspection.edit' : 'inspection.add')}
      size="md"
      wide
      busy={save.isPending}
      error={save.error}
      refusal={conflict}
      draft={draft}
      names={names}
      onSubmit={submit}
      onClose={onClose}
    >
      {texts.map((field) => (
        <TextField
          key={field}
          label={say(`inspection.${field}`)}
          value={textOf(field)}
          onChange={(value) => change({ [field]: value })}
          maxLength={longest[field] ?? 64}
          required={field === 'tankerNumber'}
          error={errorOf(field)}
          {...(field === 'tankerNumber' ? { 'data-autofocus': true } : {})}
          {...(field === 'phone' ? { inputMode: 'tel' } : {})}
        />
      ))}
      <Select
        label={say('inspection.tankerType')}
        value={chosen('tankerType')}
        emptyLabel="-"
        options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
        onChange={(tankerType) => change({ tankerType })}
        error={refused('tankerType')}
      />
      {report && (
        <Select
          label={say('inspection.station')}
          value={chosen('stationId')}
          emptyLabel="-"
          options={report.stations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(stationId) => change({ stationId })}
          error={refused('stationId')}
        />
      )}
      <Select
        label={say('inspection.result')}
        value={result}
        emptyLabel="-"
        options={results.map((value) => ({ value: value as string, label: resultName(value) }))}
        onChange={(next) => change({ result: next })}
        error={refused('result')}
      />
      {longTexts.map((field) => (
        <Field key={field} label={say(`inspection.${field}`)} className="sm:col-span-2" error={errorOf(field)}>
          {(control) => (
            <textarea
              {...control}
              className="control min-h-20"
              maxLength={4_000}
              value={textOf(field)}
              onChange={(event) => change({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}
