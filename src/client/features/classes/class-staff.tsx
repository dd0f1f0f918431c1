import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { toastSuccess, toastWarning } from '#client/ui/toast.ts'
import type { ClassDetail } from '#shared/classes.ts'

/** Who listens to a session and evaluates it, and the dialog that adds somebody. */
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
  const [chosen, setChosen] = useState<number | null>(null)
  const [asked, setAsked] = useState(false)
  const people = trpc.classes.staff.useQuery({ id: session.id })
  const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const add = trpc.classes.addChecks.useMutation({
    // Documented: a failure here is a warning.
    meta: { silent: true },
    onError: (error) => toastWarning(messageOf(error)),
    onSuccess: async (answer) => {
      utils.classes.get.setData({ id: session.id }, answer)
      toastSuccess(say('trace.added', { name: options.find(({ value }) => value === chosen)?.label ?? '' }))
      onClose()
      await utils.classes.find.invalidate()
    },
  })
  const submit = () => {
    setAsked(true)
    if (chosen === null) return
    if (session.checks.some(({ id }) => id === chosen)) toastWarning(say('trace.alreadyAdded'))
    else add.mutate({ id: session.id, people: [{ id: chosen }] })
  }
  return (
    <FormDialog title={say('class.addStaff')} submit={{ label: say('trace.add') }} busy={add.isPending} error={null} onSubmit={submit} onClose={onClose}>
      <Combobox
        label={say('class.person')}
        required
        value={chosen}
        options={options}
        loading={people.isLoading}
        placeholder={say('ui.choose')}
        error={asked && chosen === null ? say('class.personMissing') : null}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
