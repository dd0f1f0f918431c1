import { useEffect, useMemo, useState } from 'react'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { toastWarning } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { dropdownSize } from '#shared/paging.ts'
import { roleForm, type UserRow } from '#shared/users.ts'
import { CompanyField, OwnerFields, OwnPassword, RoleField, StationField } from './role-fields.tsx'
import type { RoleValues } from './user-form.ts'

/** `onDone` is called when the person no longer waits for a role. */
type Props = { person: { id: number; name: string }; onClose: () => void; onDone: () => void }

/** Give a role to a person who waits for one, on the page that lists them. */
export function RoleDialog({ person, onClose, onDone }: Props) {
  const { id, name } = person
  const found = trpc.users.find.useQuery({ name, page: 1, size: dropdownSize }, { staleTime: 0, gcTime: 0 })
  // As first read: after saving, the list has the person with the new role while the form is still open.
  const [user, setUser] = useState<UserRow | null>(null)
  const people = found.data?.data
  useEffect(() => {
    if (!people || user) return
    const waiting = people.find((row) => row.id === id && row.nickName === null)
    if (waiting) return setUser(waiting)
    toastWarning(say('users.waitsNoLonger', { name }))
    onDone()
  }, [people, user, id, name, onDone])
  if (found.error && !user)
    return (
      <Dialog open title={say('users.giveRole', { name })} onClose={onClose}>
        <QueryError query={found} />
      </Dialog>
    )
  return user ? <RoleForm user={user} onClose={onClose} onDone={onDone} /> : null
}

function RoleForm({ user, onClose, onDone }: Omit<Props, 'person'> & { user: UserRow }) {
  const { id, rowVersion, name, userName, phone, companyId, clientId, accountId, groupId } = user
  const utils = trpc.useUtils()
  const encrypt = useEncryptPassword()
  const update = trpc.users.update.useMutation({ meta: { silent: true } })
  const values: RoleValues = { nickName: null, companyId, clientId, accountId, groupId, ownPassword: '' }
  const form = useRecordForm({
    words: 'users',
    schema: useMemo(() => roleForm(user), [user]),
    values,
    row: user,
    send: async ({ values: { companyId: company, ownPassword, ...given } }) =>
      update.mutateAsync({
        ...given,
        id,
        rowVersion,
        companyId: company ?? undefined,
        ownPassword: await encrypt(ownPassword),
      }),
    refresh: () => utils.users.invalidate(),
    onSaved: onDone,
    done: () => doneTo(say('users.roleGiven'), name),
  })
  return (
    <FormDialog form={form} title={say('users.giveRole', { name })} size="md" wide onClose={onClose}>
      <p className="text-muted sm:col-span-2">{say('users.known', { userName, phone: phone ?? '-' })}</p>
      <RoleField form={form} data-autofocus />
      <CompanyField form={form} user={user} />
      <OwnerFields form={form} user={user} />
      <StationField form={form} user={user} />
      <OwnPassword form={form} />
    </FormDialog>
  )
}
