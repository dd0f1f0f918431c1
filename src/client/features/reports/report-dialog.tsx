import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { type ReportDetail, type ReportRow, reportForm, reportResults } from '#shared/reports.ts'
import { type TankerType, tankerTypes } from '#shared/reservations.ts'
import { useResultName } from './report-status.tsx'

const texts = [
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
const allTexts = ['tankerNumber', ...texts, ...longTexts] as const
type Name = (typeof allTexts)[number]
type Props = {
  report: ReportDetail | null
  companyId: number | null
  onClose: () => void
  onSaved: (report: ReportRow) => void
}

/** The values of the form; only changed ones are sent, so that no concurrent edit of other fields is overwritten. */
function useReportForm({ report, companyId, onClose, onSaved }: Props) {
  const utils = trpc.useUtils()
  const resultName = useResultName()
  const save = trpc.reports.save.useMutation({ meta: { silent: true } })
  return useRecordForm({
    words: 'inspection',
    schema: reportForm((report?.testeeId ?? null) !== null),
    values: {
      ...(Object.fromEntries(allTexts.map((name) => [name, report?.[name] ?? ''])) as Record<Name, string>),
      tankerType: (report?.tankerType ?? null) as TankerType | null,
      stationId: report?.stationId ?? null,
      result: report?.result ?? null,
    },
    row: report,
    edited: {
      read: () => utils.reports.getDetail.fetch({ id: report?.id ?? 0 }, { staleTime: 0 }),
      fields: {
        ...(Object.fromEntries(allTexts.map((name) => [name, true])) as Record<Name, true>),
        tankerType: ({ tankerType }) => tankerType && say(`planning.tanker.${tankerType}`),
        station: true,
        result: ({ result }) => resultName(result),
        status: ({ status }) => say(`inspection.status.${status}`),
      },
    },
    send: ({ changed, row }) =>
      save.mutateAsync(
        row
          ? { ...changed, id: row.id, rowVersion: row.rowVersion }
          : { ...changed, companyId: companyId ?? undefined },
      ),
    refresh: () => utils.reports.invalidate(),
    onSaved: (saved) => {
      onClose()
      onSaved(saved)
    },
    done: () => say('inspection.saved'),
  })
}

/** All fields of a report that are edited by hand; number, status and owner are not. */
export function ReportDialog({ report, companyId, onClose, onSaved }: Props) {
  const resultName = useResultName()
  const form = useReportForm({ report, companyId, onClose, onSaved })
  const { result } = form.values
  const results =
    result === null || reportResults.some((one) => one === result) ? reportResults : [...reportResults, result]
  return (
    <FormDialog form={form} title={say(report ? 'inspection.edit' : 'inspection.add')} size="md" wide onClose={onClose}>
      <TextField {...form.text('tankerNumber')} required data-autofocus />
      {texts.map((name) => (
        <TextField key={name} {...form.text(name)} {...(name === 'phone' ? { inputMode: 'tel' } : {})} />
      ))}
      <Select
        {...form.choice('tankerType')}
        emptyLabel="-"
        options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
      />
      {report && (
        <Select
          {...form.choice('stationId')}
          emptyLabel="-"
          options={report.stations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Select
        {...form.choice('result')}
        emptyLabel="-"
        options={results.map((value) => ({ value: value as string, label: resultName(value) }))}
      />
      {longTexts.map((name) => (
        <TextArea key={name} {...form.text(name)} className="sm:col-span-2" controlClassName="min-h-20" />
      ))}
    </FormDialog>
  )
}
