import { useState } from 'react'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { businessTime } from '#shared/dates.ts'
import { dropdownSize } from '#shared/paging.ts'
import { measureRanges, type TraceRow } from '#shared/traces.ts'
import { formOf, measures, problemsOf, requestOf, type TraceForm } from './trace-form.ts'

const names = ['testeeId', 'measureTimeStr', ...measures]
type Props = { trace: TraceRow | null; testeeId: number | null; onClose: () => void }

/** Notes what was measured on a testee, or changes it. */
export function TraceDialog({ trace: opened, testeeId, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  // As it was opened: the trace itself follows what others save.
  const [first] = useState(() => formOf(opened, testeeId))
  const [form, setForm] = useState<TraceForm>(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const testees = trpc.testees.find.useQuery({ page: 1, size: dropdownSize, name: search }, { enabled: opened === null })
  const chosen = trpc.testees.get.useQuery({ id: form.testeeId ?? 0 }, { enabled: opened === null && form.testeeId !== null })
  const measured = Object.fromEntries(measures.map((name) => [name, { label: say(`traces.${name}`) }]))
  const {
    row: trace,
    onError,
    conflict,
  } = useEditedRow<TraceRow>(opened, () => utils.traces.get.fetch({ id: opened?.id ?? 0 }, { staleTime: 0 }), {
    ...measured,
    measureTimeStr: { label: say('traces.measureTime') },
    conclusions: { label: say('traces.conclusions') },
    status: { label: say('traces.status'), text: (row) => say(`trace.status.${row.status}`) },
  })
  const save = trpc.traces.save.useMutation({ meta: { silent: true } })
  const update = trpc.traces.update.useMutation({ meta: { silent: true }, onError })
  const { timeZone } = useSession()
  const latest = businessTime(new Date(), timeZone).slice(0, 16).replace(' ', 'T')
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: trace === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.traces.invalidate(), utils.testees.invalidate()]),
  })
  const problems = problemsOf(form)
  const refused = refusedAt(error)
  const change = (patch: Partial<TraceForm>) => setForm((before) => ({ ...before, ...patch }))
  const send = async () => {
    setLeft(new Set([...measures, 'testeeId']))
    const { testeeId } = form
    if (testeeId === null || form.time > latest || Object.keys(problems).length > 0) return
    const changed = changedOnly(requestOf(form), requestOf(first))
    await submit(() =>
      trace ? update.mutateAsync({ ...changed, id: trace.id, rowVersion: trace.rowVersion }) : save.mutateAsync({ ...requestOf(form), testeeId }),
    )
  }
  return (
    <FormDialog
      title={say(trace ? 'traces.edit' : 'traces.add')}
      size="md"
      wide
      busy={busy}
      error={error}
      refusal={conflict}
      draft={form}
      names={names}
      onSubmit={send}
      onClose={onClose}
    >
      {trace ? (
        <TextField label={say('traces.testee')} value={trace.name ?? ''} readOnly onChange={() => {}} />
      ) : (
        <Combobox
          label={say('traces.testee')}
          required
          clearable={false}
          value={form.testeeId}
          chosenLabel={chosen.data?.name}
          options={(testees.data?.data ?? []).map(({ id, name, townName }) => ({ value: id, label: townName === null ? name : `${name} · ${townName}` }))}
          loading={testees.isLoading}
          placeholder={say('ui.choose')}
          onSearch={setSearch}
          error={(left.has('testeeId') ? problems.testeeId : undefined) ?? refused('testeeId')}
          onChange={(next) => change({ testeeId: next })}
        />
      )}
      <TextField
        label={say('traces.measureTime')}
        type="datetime-local"
        max={latest}
        value={form.time}
        onChange={(time) => change({ time })}
        error={(form.time > latest ? say('traces.timeAhead') : null) ?? refused('measureTimeStr')}
      />
      {measures.map((name) => (
        <TextField
          key={name}
          label={say(`traces.${name}`)}
          unit={measureRanges[name].unit}
          inputMode="decimal"
          maxLength={8}
          help={say('traces.range', { min: measureRanges[name].min, max: measureRanges[name].max })}
          value={form[name]}
          onChange={(value) => change({ [name]: value })}
          onBlur={() => setLeft((before) => new Set([...before, name]))}
          error={(left.has(name) ? problems[name] : undefined) ?? refused(name)}
        />
      ))}
      <Field label={say('traces.conclusions')} className="sm:col-span-2">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={2_000}
            className="control py-1.5!"
            value={form.conclusions}
            onChange={(event) => change({ conclusions: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
