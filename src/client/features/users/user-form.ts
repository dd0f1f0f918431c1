import type { Word } from '#shared/i18n/index.ts'
import type { SeedColumn } from '#shared/user-import.ts'
import { handsOutRole, type UserRow } from '#shared/users.ts'

/** The fields of the dialog, as typed. */
export type UserForm = {
  phone: string
  name: string
  userName: string
  birthday: string
  sex: string
  identifier: string
  remarks: string
  companyId: number | null
  nickName: string | null
  clientId: number | null
  accountId: number | null
  /** The station. */
  groupId: number | null
  password: string
  passwordAgain: string
  /** The caller's own password, required when a role is given. */
  ownPassword: string
}

/** The fields of the dialog that only gives a role. */
export type RoleValues = Pick<UserForm, 'nickName' | 'companyId' | 'clientId' | 'accountId' | 'groupId' | 'ownPassword'>

/** The initial form; `password` = the generated first password of a new user. */
export const formOf = (user: UserRow | null, companyId: number, password = ''): UserForm => ({
  phone: user?.phone ?? '',
  name: user?.name ?? '',
  userName: user?.userName ?? '',
  birthday: user?.birthday ?? '',
  sex: user?.sex ?? '',
  identifier: user?.identifier ?? '',
  remarks: user?.remarks ?? '',
  companyId: user?.companyId ?? companyId,
  nickName: user?.nickName ?? null,
  clientId: user?.clientId ?? null,
  accountId: user?.accountId ?? null,
  groupId: user?.groupId ?? null,
  password,
  passwordAgain: password,
  ownPassword: '',
})
/** The headings of a users file in the language of the page; a file with these headings is accepted. */
export const headingWords = {
  userName: 'users.userName',
  phone: 'users.phone',
  name: 'users.name',
  nickName: 'users.nickName',
  company: 'users.company',
  password: 'users.password',
  client: 'users.client',
  account: 'users.account',
  birthday: 'users.birthday',
  sex: 'users.sex',
  identifier: 'users.identifier',
  remarks: 'users.remarks',
} as const satisfies Record<SeedColumn, Word>

/** Whether saving gives a role, which requires the caller's own password. */
export const givesRole = (form: UserForm, user: UserRow | null): boolean => {
  const { nickName, companyId, clientId, accountId } = form
  return handsOutRole(
    user,
    { nickName, companyId: companyId ?? 0, clientId, accountId, phone: form.phone.trim() || null },
    false,
  )
}

/** The request of a form; an empty user name becomes the phone number. */
export const requestOf = (form: UserForm) => ({
  phone: form.phone.trim(),
  name: form.name.trim(),
  userName: form.userName.trim(),
  birthday: form.birthday,
  sex: form.sex,
  identifier: form.identifier.trim(),
  remarks: form.remarks.trim(),
  nickName: form.nickName,
  companyId: form.companyId ?? undefined,
  clientId: form.clientId,
  accountId: form.accountId,
  groupId: form.groupId,
})
