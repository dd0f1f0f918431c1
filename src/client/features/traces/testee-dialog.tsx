import { useState } from 'react'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { businessDay, isDay } from '#shared/dates.ts'
import { type Sex, sexes, type TesteeRow } from '#shared/traces.ts'
import { useTownChoices } from './use-town-choices.ts'

type Form = { name: string; sex: Sex | null; phone: string; birthday: string; townId: number | null }

/** Adds a testee, or changes one. Who does not see phone and birthday leaves them as they are. */
export function TesteeDialog({ testee: opened, onClose }: { testee: TesteeRow | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const towns = useTownChoices()
  const hidden = !useMay('user') && opened !== null
  const [first] = useState<Form>({
    name: opened?.name ?? '',
    sex: opened?.sex ?? null,
    phone: hidden ? '' : (opened?.phone ?? ''),
    birthday: hidden ? '' : (opened?.birthday ?? ''),
    townId: opened?.townId ?? null,
  })
  const [form, setForm] = useState(first)
  const {
    row: testee,
    onError,
    conflict,
  } = useEditedRow(opened, () => utils.testees.get.fetch({ id: opened?.id ?? 0 }, { staleTime: 0 }), {
    name: { label: say('traces.name') },
    sex: { label: say('traces.sex'), text: (row) => row.sex && say(`traces.sex.${row.sex}`) },
    phone: { label: say('traces.phone') },
    birthday: { label: say('traces.birthday') },
    townName: { label: say('traces.town') },
  })
  const [checked, setChecked] = useState(false)
  const save = trpc.testees.save.useMutation({ meta: { silent: true } })
  const update = trpc.testees.update.useMutation({ meta: { silent: true }, onError })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: testee === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.testees.invalidate(), utils.traces.invalidate()]),
  })
  const today = businessDay(new Date(), useSession().timeZone)
  const problems = {
    name: form.name.trim() === '' ? say('testees.nameMissing') : null,
    phone: /^(\d{7,15})?$/.test(form.phone.trim()) ? null : say('testees.phoneWrong'),
    birthday: form.birthday === '' || (isDay(form.birthday) && form.birthday >= '1900-01-01' && form.birthday <= today) ? null : say('testees.birthdayWrong'),
  }
  const refused = refusedAt(error)
  const shown = (field: keyof typeof problems) => (checked ? problems[field] : null) ?? refused(field)
  const change = (patch: Partial<Form>) => setForm((before) => ({ ...before, ...patch }))
  const send = async () => {
    setChecked(true)
    if (Object.values(problems).some((problem) => problem !== null)) return
    const request = { ...form, name: form.name.trim(), phone: form.phone.trim() }
    // Who does not see phone and birthday leaves them as they are by not touching them.
    await submit(() =>
      testee ? update.mutateAsync({ ...changedOnly(request, first), id: testee.id, rowVersion: testee.rowVersion }) : save.mutateAsync(request),
    )
  }
  const keep = hidden ? { help: say('testees.keepHelp'), placeholder: testee?.phone ?? '' } : {}
  return (
    <FormDialog
      title={say(testee ? 'testees.edit' : 'testees.add')}
      busy={busy}
      error={error}
      refusal={conflict}
      draft={form}
      names={['name', 'phone', 'birthday']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={say('traces.name')}
        required
        maxLength={64}
        data-autofocus
        value={form.name}
        onChange={(name) => change({ name })}
        error={shown('name')}
      />
      <Select
        label={say('traces.sex')}
        value={form.sex}
        emptyLabel="-"
        options={sexes.map((sex) => ({ value: sex, label: say(`traces.sex.${sex}`) }))}
        onChange={(sex) => change({ sex })}
      />
      <TextField
        label={say('traces.phone')}
        inputMode="numeric"
        maxLength={15}
        value={form.phone}
        onChange={(phone) => change({ phone })}
        error={shown('phone')}
        {...keep}
      />
      <TextField
        label={say('traces.birthday')}
        type="date"
        max={today}
        value={form.birthday}
        onChange={(birthday) => change({ birthday })}
        error={shown('birthday')}
        {...(hidden ? { help: say('testees.keepHelp') } : {})}
      />
      <Combobox
        label={say('traces.town')}
        placeholder={say('ui.choose')}
        value={form.townId}
        chosenLabel={testee?.townName ?? undefined}
        options={towns.options}
        loading={towns.loading}
        onChange={(townId) => change({ townId })}
      />
    </FormDialog>
  )
}
