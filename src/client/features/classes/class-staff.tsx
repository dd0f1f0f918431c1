import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { toastWarning } from '#client/ui/toast.ts'
import { type ClassDetail, StaffForm } from '#shared/classes.ts'

/** The listeners and evaluators of a session, and the dialog that adds one. */
export function ClassStaff({ session }: { session: ClassDetail }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-4">
      {session.checks.length === 0 ? (
        <p className="text-muted">{say('class.noChecks')}</p>
      ) : (
        <ul aria-label={say('class.checks')} className="flex flex-wrap gap-2">
          {session.checks.map(({ id, name, avatar }) => (
            <li key={id} className="flex items-center gap-2 rounded-md border border-line px-2 py-1">
              <Avatar name={name} url={avatar} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
          {say('class.addStaff')}
        </Button>
      </div>
      {open && <StaffDialog session={session} onClose={() => setOpen(false)} />}
    </div>
  )
}

function StaffDialog({ session, onClose }: { session: ClassDetail; onClose: () => void }) {
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
