import { useAccountChoices, useClientChoices } from '#client/features/places/use-place-choices.ts'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { dropdownSize } from '#shared/paging.ts'
import { longestTypedPassword } from '#shared/password-rule.ts'
import { isOwnerRole, type Role, roleLabels, roleOfLabel } from '#shared/roles.ts'
import type { UserRow } from '#shared/users.ts'
import type { RoleValues } from './user-form.ts'

type Props = { form: Pick<RecordForm<RoleValues>, 'values' | 'change' | 'text' | 'choice'>; user: UserRow | null }
type FormProps = Pick<Props, 'form'>

/** Roles that the caller may give: a base manager may give inspector and registrar, the management all. */
function useRoleChoices(nickName: string | null) {
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  const given: Exclude<Role, 'none'>[] = isManager
    ? ['manager', 'baseManager', 'inspector', 'registrar', 'client', 'account']
    : ['inspector', 'registrar']
  const roles: { value: string; label: string }[] = given.map((role) => ({
    value: roleLabels[role],
    label: say(`role.${role}`),
  }))
  const isKnown = nickName === null || roles.some(({ value }) => value === nickName)
  return isKnown ? roles : [...roles, { value: nickName, label: say(`role.${roleOfLabel(nickName)}`) }]
}

/** The role; `emptyLabel` = it may be none. */
export function RoleField({
  form: { choice, values },
  ...more
}: FormProps & { emptyLabel?: string; disabled?: boolean; 'data-autofocus'?: true }) {
  const roles = useRoleChoices(values.nickName)
  return <Select {...choice('nickName')} options={roles} {...more} />
}

/** The company, on which the client, the sub-account and the station depend. */
export function CompanyField({ form: { choice, change }, user }: Props) {
  const { companyName } = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  return (
    <Combobox
      {...choice('companyId')}
      clearable={false}
      chosenLabel={user?.company ?? companyName}
      options={(companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(companyId) => change({ companyId, groupId: null, clientId: null, accountId: null })}
    />
  )
}

export function StationField({ form: { choice, values }, user }: Props) {
  const stations = trpc.stations.find.useQuery(
    { companyId: values.companyId ?? undefined, own: true, page: 1, size: dropdownSize },
    { enabled: values.companyId !== null },
  )
  return (
    <Combobox
      {...choice('groupId')}
      chosenLabel={user?.group ?? undefined}
      options={(stations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={stations.isLoading}
    />
  )
}

/** The client or sub-account whose machines the user sees. */
export function OwnerFields({ form: { choice, values, change }, user }: Props) {
  const role = roleOfLabel(values.nickName)
  const clients = useClientChoices(values.companyId ?? undefined)
  const accounts = useAccountChoices(values.clientId ?? undefined)
  return (
    <>
      {isOwnerRole(role) && (
        <Combobox
          {...choice('clientId')}
          required={role === 'client'}
          chosenLabel={user?.client ?? undefined}
          options={clients.options}
          loading={clients.loading}
          onSearch={clients.search}
          onChange={(clientId) => change({ clientId, accountId: null })}
        />
      )}
      {role === 'account' && (
        <Combobox
          {...choice('accountId')}
          required
          chosenLabel={user?.account ?? undefined}
          options={accounts.options}
          loading={accounts.loading}
          onSearch={accounts.search}
        />
      )}
    </>
  )
}

/** The caller's own password, required when a role is given. */
export const OwnPassword = ({ form: { text } }: FormProps) => (
  <TextField
    {...text('ownPassword')}
    type="password"
    autoComplete="current-password"
    required
    maxLength={longestTypedPassword}
    help={say('ownPassword.roleHelp')}
    className="sm:col-span-2"
  />
)
