import { useState } from 'react'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Field, TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type ClassDetail, classTypes, longestClassText } from '#shared/classes.ts'
import { type ClassField, type ClassForm, formOf, problemsOf, requestOf } from './class-form.ts'

const names = ['name', 'dateRange', 'meetInfo']
type Props = { session: ClassDetail | null; onClose: () => void; onSaved: (saved: ClassDetail) => void }

/** Adds a session, or changes one. */
export function ClassDialog({ session: opened, onClose, onSaved }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  // As it was opened: the session itself follows what others save.
  const [first] = useState(() => formOf(opened))
  const [form, setForm] = useState<ClassForm>(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const {
    row: session,
    onError,
    conflict,
  } = useEditedRow(opened, () => utils.classes.get.fetch({ id: opened?.id ?? 0 }, { staleTime: 0 }), {
    name: { label: say('class.name') },
    type: { label: say('class.type'), text: (row) => say(`class.type.${row.type}`) },
    dateRange: { label: say('class.start'), text: (row) => row.dateRange.join(' – ') },
    meetInfo: { label: say('class.meetInfo') },
    guidance: { label: say('class.guidance') },
    speechText: { label: say('class.speech') },
  })
  const save = trpc.classes.save.useMutation({ meta: { silent: true } })
  const update = trpc.classes.update.useMutation({ meta: { silent: true }, onError })
  const { busy, error, submit } = useSubmit<ClassDetail>({
    isNew: session === null,
    onSaved: (saved) => {
      utils.classes.get.setData({ id: saved.id }, saved)
      onSaved(saved)
    },
    refresh: () => utils.classes.invalidate(),
  })
  const problems = problemsOf(form)
  const refused = refusedAt(error)
  const change = (patch: Partial<ClassForm>) => setForm((before) => ({ ...before, ...patch }))
  const text = (field: ClassField, label: string) => {
    const problem = problems[field]
    return {
      label,
      value: form[field],
      onChange: (value: string) => change({ [field]: value }),
      onBlur: () => setLeft((before) => new Set([...before, field])),
      error: problem && left.has(field) ? say(problem) : refused(field === 'end' ? 'dateRange' : field),
    }
  }
  const send = async () => {
    setLeft(new Set(['name', 'start', 'end', 'meetInfo']))
    if (Object.keys(problems).length > 0) return
    const request = requestOf(form)
    const changed = { ...changedOnly(request, requestOf(first)), id: session?.id ?? 0, rowVersion: session?.rowVersion }
    await submit(() => (session ? update.mutateAsync(changed) : save.mutateAsync(request)))
  }
  return (
    <FormDialog
      title={say(session ? 'class.edit' : 'class.add')}
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
      <TextField {...text('name', say('class.name'))} required maxLength={64} data-autofocus />
      <Select
        label={say('class.type')}
        value={form.type}
        options={classTypes.map((type) => ({ value: type, label: say(`class.type.${type}`) }))}
        onChange={(type) => type && change({ type })}
      />
      <TextField {...text('start', say('class.start'))} required type="datetime-local" max="2999-12-31T23:59" />
      <TextField {...text('end', say('class.end'))} required type="datetime-local" max="2999-12-31T23:59" />
      <TextField {...text('meetInfo', say('class.meetInfo'))} help={say('class.meetInfoHelp')} maxLength={64} className="sm:col-span-2" />
      <Text label={say('class.guidance')} value={form.guidance} rows={3} onChange={(guidance) => change({ guidance })} />
      <Text label={say('class.speech')} value={form.speechText} rows={6} onChange={(speechText) => change({ speechText })} />
    </FormDialog>
  )
}

const Text = ({ label, value, rows, onChange }: { label: string; value: string; rows: number; onChange: (value: string) => void }) => (
  <Field label={label} className="sm:col-span-2">
    {(control) => (
      <textarea
        {...control}
        rows={rows}
        maxLength={longestClassText}
        className="control py-1.5!"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
