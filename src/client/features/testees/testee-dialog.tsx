import { useMemo } from 'react'
import { say } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { businessDay } from '#shared/business-time.ts'
import { sexes, type TesteeRow, testeeForm } from '#shared/testees.ts'
import { useTownChoices } from './use-town-choices.ts'

/**
 * Add or change a testee. Phone and birthday are sent only when they were edited, so that people who do not see them do
 * not overwrite them.
 */
export function TesteeDialog({ row: testee, onClose }: { row: TesteeRow | null; onClose: () => void }) {
  const utils = trpc.useUtils()
  const towns = useTownChoices()
  const isHidden = !useMay('user') && testee !== null
  const today = businessDay(new Date(), useSession().timeZone)
  const save = trpc.testees.save.useMutation({ meta: { silent: true } })
  const update = trpc.testees.update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'testees',
    schema: useMemo(() => testeeForm(today), [today]),
    values: {
      name: testee?.name ?? '',
      sex: testee?.sex ?? null,
      phone: isHidden ? '' : (testee?.phone ?? ''),
      birthday: isHidden ? '' : (testee?.birthday ?? ''),
      townId: testee?.townId ?? null,
    },
    row: testee,
    edited: {
      read: () => utils.testees.get.fetch({ id: testee?.id ?? 0 }, { staleTime: 0 }),
      fields: {
        name: true,
        sex: ({ sex }) => sex && say(`traces.sex.${sex}`),
        phone: true,
        birthday: true,
        townName: true,
      },
    },
    send: ({ values, changed, row }) =>
      row ? update.mutateAsync({ ...changed, id: row.id, rowVersion: row.rowVersion }) : save.mutateAsync(values),
    refresh: () => Promise.all([utils.testees.invalidate(), utils.traces.invalidate()]),
    onSaved: onClose,
  })
  const keep = isHidden ? { help: say('testees.keepHelp') } : {}
  return (
    <FormDialog form={form} title={say(testee ? 'testees.editTitle' : 'testees.add')} onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
      <Select
        {...form.choice('sex')}
        emptyLabel="-"
        options={sexes.map((sex) => ({ value: sex, label: say(`traces.sex.${sex}`) }))}
      />
      <TextField
        {...form.text('phone')}
        inputMode="numeric"
        placeholder={isHidden ? (testee.phone ?? '') : undefined}
        {...keep}
      />
      <DateField {...form.text('birthday')} max={today} {...keep} />
      <Combobox
        {...form.choice('townId')}
        placeholder={say('ui.choose')}
        chosenLabel={testee?.townName ?? undefined}
        options={towns.options}
        loading={towns.loading}
      />
    </FormDialog>
  )
}
