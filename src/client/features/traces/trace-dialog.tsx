import { useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateTimeField, toField } from '#client/ui/date-time-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { businessTime } from '#shared/business-time.ts'
import { dropdownSize } from '#shared/paging.ts'
import { measureRanges, measures, type TraceRow, traceForm } from '#shared/traces.ts'

const typed = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value))
type Props = { trace: TraceRow | null; testeeId: number | null; onClose: () => void }

/** The form of the measurements and the calls that save them; `now` = the business time when the dialog was opened. */
function useTraceForm({ trace, testeeId, onClose }: Props, now: string) {
  const utils = trpc.useUtils()
  const save = trpc.traces.save.useMutation({ meta: { silent: true } })
  const update = trpc.traces.update.useMutation({ meta: { silent: true } })
  return useRecordForm({
    words: 'traces',
    schema: useMemo(() => traceForm(now), [now]),
    values: {
      testeeId: trace?.testeeId ?? testeeId,
      measureTimeStr: toField(trace?.measureTimeStr),
      systolic: typed(trace?.systolic),
      diastolic: typed(trace?.diastolic),
      fastingBloodSugar: typed(trace?.fastingBloodSugar),
      bmi: typed(trace?.bmi),
      conclusions: trace?.conclusions ?? '',
    },
    row: trace,
    edited: {
      read: () => utils.traces.get.fetch({ id: trace?.id ?? 0 }, { staleTime: 0 }),
      fields: {
        ...{
          systolic: true,
          diastolic: true,
          fastingBloodSugar: true,
          bmi: true,
          measureTimeStr: true,
          conclusions: true,
        },
        status: ({ status }) => say(`trace.status.${status}`),
      },
    },
    send: async ({ values, changed, row }) => {
      if (row) return update.mutateAsync({ ...changed, id: row.id, rowVersion: row.rowVersion })
      return save.mutateAsync(values)
    },
    refresh: () => Promise.all([utils.traces.invalidate(), utils.testees.invalidate()]),
    onSaved: onClose,
  })
}

/** Add or change the measurements of a testee; the default time is now. */
export function TraceDialog(props: Props) {
  const { trace, onClose } = props
  const { timeZone } = useSession()
  const [now] = useState(() => businessTime(new Date(), timeZone))
  const form = useTraceForm(props, now)
  return (
    <FormDialog form={form} title={say(trace ? 'traces.edit' : 'traces.add')} size="md" wide onClose={onClose}>
      {trace ? (
        <TextField label={say('traces.testee')} value={trace.name ?? ''} readOnly onChange={() => {}} />
      ) : (
        <TesteeField form={form} />
      )}
      <DateTimeField {...form.text('measureTimeStr')} max={toField(now)} />
      {measures.map((name) => (
        <TextField
          key={name}
          {...form.text(name)}
          unit={measureRanges[name].unit}
          inputMode="decimal"
          help={say('traces.range', { min: measureRanges[name].min, max: measureRanges[name].max })}
        />
      ))}
      <TextArea {...form.text('conclusions')} rows={3} className="sm:col-span-2" />
    </FormDialog>
  )
}

/** The testee, chosen by name. */
function TesteeField({ form }: { form: ReturnType<typeof useTraceForm> }) {
  const [search, setSearch] = useState('')
  const chosenId = form.values.testeeId
  const testees = trpc.testees.find.useQuery({ page: 1, size: dropdownSize, name: search })
  const chosen = trpc.testees.get.useQuery({ id: chosenId ?? 0 }, { enabled: chosenId !== null })
  return (
    <Combobox
      {...form.choice('testeeId')}
      clearable={false}
      chosenLabel={chosen.data?.name}
      options={(testees.data?.data ?? []).map(({ id, name, townName }) => ({
        value: id,
        label: townName === null ? name : `${name} · ${townName}`,
      }))}
      loading={testees.isLoading}
      placeholder={say('ui.choose')}
      onSearch={setSearch}
    />
  )
}
