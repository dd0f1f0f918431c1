import { RefreshCw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { IconButton } from '#client/ui/button.tsx'
import { CopyButton, copyText } from '#client/ui/copy-button.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { doneTo } from '#client/undo.ts'
import { longestUserName, phoneDigits } from '#shared/field-limits.ts'
import { longestPassword } from '#shared/password-rule.ts'
import { type UserRow, userForm } from '#shared/users.ts'
import { initialPassword } from './initial-password.ts'
import { CompanyField, OwnerFields, OwnPassword, RoleField, StationField } from './role-fields.tsx'
import { formOf, givesRole, requestOf } from './user-form.ts'

type Props = { user: UserRow | null; onClose: () => void; onSaved: (added: boolean) => void }
type FieldsProps = { form: ReturnType<typeof useUserForm>; user: UserRow | null }

/** The form of a user and its saving; passwords are encrypted before they are sent. */
function useUserForm({ user, onSaved }: Props) {
  const session = useSession()
  const utils = trpc.useUtils()
  const encrypt = useEncryptPassword()
  const { passwordPolicy } = useBranding()
  const save = trpc.users.save.useMutation({ meta: { silent: true } })
  const [proposed] = useState(() => (user ? '' : initialPassword(passwordPolicy)))
  const added = useRef({ name: '', password: '' })
  return useRecordForm({
    words: 'users',
    schema: useMemo(() => userForm(user, passwordPolicy), [user, passwordPolicy]),
    values: formOf(user, session.companyId, proposed),
    row: user,
    send: async ({ values, row }) => {
      added.current = values
      const first = row
        ? {}
        : { password: await encrypt(values.password), passwordAgain: await encrypt(values.passwordAgain) }
      const secret = givesRole(values, row) ? { ...first, ownPassword: await encrypt(values.ownPassword) } : first
      return save.mutateAsync({
        ...requestOf(values),
        ...secret,
        ...(row ? { id: row.id, rowVersion: row.rowVersion } : {}),
      })
    },
    refresh: () => utils.users.invalidate(),
    onSaved: () => onSaved(user === null),
    done: () => (user ? doneTo(say('ui.updated'), added.current.name) : createdToast(added.current)),
  })
}

/** The first password is not visible after the form is closed, so the message offers to copy it. */
const createdToast = ({ name, password }: { name: string; password: string }) => ({
  text: doneTo(say('ui.created'), name),
  action: { label: say('users.copyPassword'), act: () => void copyText(password) },
})

/** Add or change a user. */
export function UserDialog(props: Props) {
  const { user, onClose } = props
  const session = useSession()
  const form = useUserForm(props)
  const { text, choice, values, change } = form
  return (
    <FormDialog form={form} title={say(user ? 'users.editTitle' : 'users.add')} size="md" wide onClose={onClose}>
      <TextField {...text('phone')} required inputMode="numeric" maxLength={phoneDigits} data-autofocus />
      <TextField {...text('name')} />
      <TextField {...text('userName')} maxLength={longestUserName} autoCapitalize="none" spellCheck={false} />
      <RoleField form={form} emptyLabel={say('users.noRole')} disabled={user?.id === session.id} />
      <CompanyField form={form} user={user} />
      <OwnerFields form={form} user={user} />
      <StationField form={form} user={user} />
      <DateField {...text('birthday')} />
      <Select
        {...choice('sex')}
        value={values.sex === '' ? null : values.sex}
        emptyLabel="-"
        options={[
          { value: '男', label: say('users.male') },
          { value: '女', label: say('users.female') },
        ]}
        onChange={(sex) => change({ sex: sex ?? '' })}
      />
      <TextField {...text('identifier')} />
      <TextField {...text('remarks')} />
      <SecretFields form={form} user={user} />
    </FormDialog>
  )
}

/** The first password of a new user, and the caller's own password when a role is given. */
function SecretFields({ form, user }: FieldsProps) {
  return (
    <>
      {!user && <FirstPassword form={form} />}
      {givesRole(form.values, user) && <OwnPassword form={form} />}
    </>
  )
}

/**
 * A first password is generated and shown, because it has to be passed on. A visible password need not be typed twice.
 */
function FirstPassword({ form: { text, values, change } }: Pick<FieldsProps, 'form'>) {
  const { passwordPolicy } = useBranding()
  const set = (password: string) => change({ password, passwordAgain: password })
  return (
    <TextField
      {...text('password')}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={longestPassword(passwordPolicy)}
      className="sm:col-span-2 [&_input]:font-mono"
      onChange={set}
      trailing={
        <span className="flex">
          <CopyButton text={values.password} label={say('users.copyPassword')} />
          <IconButton
            size="sm"
            label={say('users.newPassword')}
            icon={<RefreshCw aria-hidden className="size-3.5" />}
            onClick={() => set(initialPassword(passwordPolicy))}
          />
        </span>
      }
    />
  )
}
