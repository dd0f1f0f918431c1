import { useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { useAccountChoices, useClientChoices } from '#client/features/devices/use-choices.ts'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { dropdownSize } from '#shared/paging.ts'
import { longestPassword } from '#shared/password-rule.ts'
import { type Role, roleLabels, roleOfLabel } from '#shared/permissions.ts'
import type { UserRow } from '#shared/user-admin.ts'
import { formOf, givesRole, problemsOf, requestOf, type UserField, type UserForm, userFields } from './user-form.ts'
import { useWrapPassword } from './wrap-password.ts'

type Props = { user: UserRow | null; onClose: () => void; onSaved: (added: boolean) => void }

/** Roles that the caller may give: a base manager inspectors and registrars, the management all. */
function useRoleChoices() {
  const say = useWord()
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  const given: Exclude<Role, 'none'>[] = isManager ? ['manager', 'baseManager', 'inspector', 'registrar', 'client', 'account'] : ['inspector', 'registrar']
  return given.map((role) => ({ value: roleLabels[role], label: say(`role.${role}`) }))
}

/** Adds a user, or changes one. Each rule speaks when its field is left. */
export function UserDialog({ user, onClose, onSaved }: Props) {
  const say = useWord()
  const session = useSession()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const { passwordPolicy } = useBranding()
  const [form, setForm] = useState<UserForm>(() => formOf(user, session.companyId))
  const [left, setLeft] = useState<ReadonlySet<UserField>>(new Set())
  const save = trpc.users.save.useMutation({ meta: { silent: true } })
  const { busy, error, submit, forget } = useSubmit<unknown>({
    isNew: user === null,
    onSaved: () => onSaved(user === null),
    refresh: () => utils.users.invalidate(),
  })
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  const clients = useClientChoices(form.companyId ?? undefined)
  const accounts = useAccountChoices(form.clientId ?? undefined)
  const stations = trpc.stations.find.useQuery(
    { companyId: form.companyId ?? undefined, own: true, page: 1, size: dropdownSize },
    { enabled: form.companyId !== null },
  )
  const roles = useRoleChoices()
  const role = roleOfLabel(form.nickName)
  const asksPassword = givesRole(form, user)
  const problems = problemsOf(form, user, passwordPolicy)
  const change = (patch: Partial<UserForm>) => setForm((before) => ({ ...before, ...patch }))
  const errorOf = (field: UserField) => {
    const found = problems[field]
    return found && left.has(field) ? say(found) : refusedAt(error)(field)
  }
  const leave = (field: UserField) => setLeft((before) => new Set([...before, field]))
  const text = (field: 'phone' | 'name' | 'userName' | 'birthday' | 'identifier' | 'remarks' | 'password' | 'passwordAgain', label: string) => ({
    label,
    value: form[field],
    onChange: (value: string) => change({ [field]: value }),
    onBlur: () => leave(field),
    error: errorOf(field),
  })

  const send = async () => {
    forget()
    setLeft(new Set(userFields))
    if (Object.keys(problems).length > 0) return
    await submit(async () => {
      const first = user ? {} : { password: await wrap(form.password), passwordAgain: await wrap(form.passwordAgain) }
      const secret = asksPassword ? { ...first, ownPassword: await wrap(form.ownPassword) } : first
      return save.mutateAsync({ ...requestOf(form), ...secret, ...(user ? { id: user.id, rowVersion: user.rowVersion } : {}) })
    })
  }

  return (
    <FormDialog
      title={say(user ? 'users.editTitle' : 'users.add')}
      size="md"
      wide
      busy={busy}
      error={error}
      draft={form}
      names={userFields}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField {...text('phone', say('users.phone'))} required inputMode="numeric" maxLength={11} data-autofocus />
      <TextField {...text('name', say('users.name'))} required maxLength={64} />
      <TextField {...text('userName', say('users.userName'))} help={say('users.userNameHelp')} maxLength={64} autoCapitalize="none" spellCheck={false} />
      <Select
        label={say('users.role')}
        value={form.nickName}
        options={
          roles.some(({ value }) => value === form.nickName) || form.nickName === null
            ? roles
            : [...roles, { value: form.nickName, label: say(`role.${role}`) }]
        }
        emptyLabel={say('users.noRole')}
        disabled={user?.id === session.id}
        onChange={(nickName) => change({ nickName })}
      />
      <Combobox
        label={say('users.company')}
        required
        clearable={false}
        value={form.companyId}
        chosenLabel={user?.company ?? session.companyName}
        options={(companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(companyId) => change({ companyId, groupId: null, clientId: null, accountId: null })}
        error={errorOf('companyId')}
      />
      {(role === 'client' || role === 'account') && (
        <Combobox
          label={say('users.client')}
          required={role === 'client'}
          value={form.clientId}
          chosenLabel={user?.client ?? undefined}
          options={clients.options}
          loading={clients.loading}
          onSearch={clients.search}
          onChange={(clientId) => change({ clientId, accountId: null })}
          error={errorOf('clientId')}
        />
      )}
      {role === 'account' && (
        <Combobox
          label={say('users.account')}
          required
          value={form.accountId}
          chosenLabel={user?.account ?? undefined}
          options={accounts.options}
          loading={accounts.loading}
          onSearch={accounts.search}
          onChange={(accountId) => change({ accountId })}
          error={errorOf('accountId')}
        />
      )}
      <Combobox
        label={say('users.station')}
        placeholder={say('ui.choose')}
        value={form.groupId}
        chosenLabel={user?.group ?? undefined}
        options={(stations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        loading={stations.isLoading}
        onChange={(groupId) => change({ groupId })}
      />
      <TextField {...text('birthday', say('users.birthday'))} type="date" />
      <Select
        label={say('users.sex')}
        value={form.sex === '' ? null : form.sex}
        emptyLabel="-"
        options={[
          { value: '男', label: say('users.male') },
          { value: '女', label: say('users.female') },
        ]}
        onChange={(sex) => change({ sex: sex ?? '' })}
      />
      <TextField {...text('identifier', say('users.department'))} maxLength={64} />
      <TextField {...text('remarks', say('users.remarks'))} maxLength={200} />
      {!user && (
        <>
          <TextField
            {...text('password', say('users.password'))}
            help={say('users.passwordHelp')}
            required
            type="password"
            autoComplete="new-password"
            maxLength={longestPassword(passwordPolicy)}
          />
          <TextField
            {...text('passwordAgain', say('users.passwordAgain'))}
            required
            type="password"
            autoComplete="new-password"
            maxLength={longestPassword(passwordPolicy)}
          />
        </>
      )}
      {asksPassword && (
        <OwnPasswordField
          value={form.ownPassword}
          onChange={(ownPassword) => {
            change({ ownPassword })
            forget()
          }}
          error={errorOf('ownPassword')}
          help={say('ownPassword.roleHelp')}
          className="sm:col-span-2"
        />
      )}
    </FormDialog>
  )
}
