import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { toastWarning } from '#client/ui/toast.ts'
import { type ClassDetail, StaffForm } from '#shared/classes.ts'

/** Add a listener or an evaluator to a session. */
export function StaffDialog({ session, onClose }: { session: ClassDetail; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const people = trpc.classes.staff.useQuery({ id: session.id })
  const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const add = trpc.classes.addChecks.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'class',
    schema: StaffForm,
    values: { personId: null as number | null },
    send: async ({ values: { personId } }) => {
      if (session.checks.some(({ id }) => id === personId)) return null
      const name = options.find(({ value }) => value === personId)?.label ?? ''
      return { name, answer: await add.mutateAsync({ id: session.id, people: [{ id: personId ?? 0 }] }) }
    },
    refresh: () => utils.classes.find.invalidate(),
    onSaved: (added) => {
      if (added === null) return toastWarning(say('trace.alreadyAdded'))
      utils.classes.get.setData({ id: session.id }, added.answer)
      onClose()
    },
    done: (added) => added && say('trace.added', { name: added.name }),
  })
  return (
    <FormDialog form={form} title={say('class.addStaff')} submit={{ label: say('trace.add') }} onClose={onClose}>
      <Combobox
        {...form.choice('personId')}
        options={options}
        loading={people.isLoading}
        placeholder={say('ui.choose')}
      />
    </FormDialog>
  )
}
