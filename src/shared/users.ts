import { z } from 'zod'
import { SentPassword } from './auth.ts'
import { Day } from './dates.ts'
import { longestUserName } from './field-limits.ts'
import { Paging } from './paging.ts'
import { followsPasswordRule, type PasswordPolicy, passwordRuleWord } from './password-rule.ts'
import { AccountPhone, phonePattern } from './phone.ts'
import { clearable, closedRequest, Id, limitOf, RowVersion, unlimited } from './request-fields.ts'
import { roleLabels } from './roles.ts'

/** Rows on a page of the user list (R436). */
export const userPageSize = 10
const longestName = 64
const longestText = 200

/** Letters, digits and Chinese characters: no blanks, no look-alike symbols, no invisible characters. */
export const userNamePattern = new RegExp(`^[\\p{Script=Han}A-Za-z0-9._@-]{1,${longestUserName}}$`, 'u')

const roleLabel = z.enum(Object.values(roleLabels) as [string, ...string[]])
/** A day, or a moment of which only the day counts. */
const DayOf = z.preprocess((value) => (typeof value === 'string' ? value.slice(0, 10) : value), Day)
/**
 * Both days inclusive; documented clients send an empty list, "" or null for "unlimited". The default of the screen
 * (R437) is in `client/features/users/user-address.ts`.
 */
const CreateTimeQuery = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? undefined : limitOf(value)),
  z.tuple([DayOf, DayOf]).optional(),
)

export const UsersRequest = closedRequest({
  page: Paging.shape.page,
  size: unlimited(Paging.shape.size).transform((size) => size ?? userPageSize),
  /** A part of the name, user name or phone. */
  name: unlimited(z.string().trim().max(longestName)),
  createTimeQuery: CreateTimeQuery,
  companyId: unlimited(Id),
  groupId: unlimited(Id),
  nickName: unlimited(roleLabel),
  // Documented clients send back the total of the last response.
  total: unlimited(z.unknown()),
})
export type UsersRequest = z.output<typeof UsersRequest>
/**
 * A user's filters of the list, by their names in the address: `id` = the station, `from` and `to` = the creation
 * dates, `time` "all" = any time.
 */
export const UserFilters = z.object({
  name: UsersRequest.shape.name,
  id: unlimited(Id),
  from: unlimited(Day),
  to: unlimited(Day),
  time: unlimited(z.literal('all')),
})

/** An unknown role matches no user. */
export const NickNameRequest = z.object({ name: z.string().trim().max(longestName) })

const text = (longest: number) => clearable(z.string().trim().max(longest))

const fields = {
  phone: clearable(AccountPhone),
  birthday: clearable(Day),
  sex: text(longestName),
  nation: text(longestName),
  /** Never leaves the server whole: a blank or masked value keeps the stored one. */
  idNo: text(longestName),
  workUnitAndJob: text(longestText),
  workUnit: text(longestText),
  job: text(longestText),
  identifier: text(longestName),
  remarks: text(longestText),
  groupId: clearable(Id),
  clientId: clearable(Id),
  accountId: clearable(Id),
  nickName: clearable(roleLabel),
}
const UserName = z.string().trim().regex(userNamePattern, { message: 'userName' })
const Name = z.string().trim().min(1).max(longestName)
const Password = unlimited(SentPassword)

/** The fields that an administrator may set; all other fields are ignored (trust.md section 4, rule 8). */
export const UserUpdate = z.object({
  ...fields,
  id: Id,
  rowVersion: RowVersion,
  userName: unlimited(UserName),
  name: unlimited(Name),
  companyId: unlimited(Id),
  password: Password,
  passwordAgain: Password,
  /** The caller's own password, required if `handsOutRole` says so. */
  ownPassword: Password,
})
export type UserUpdate = z.output<typeof UserUpdate>
/** Create a user; with an id, change that user (C013). */
export const UserSave = UserUpdate.extend({ id: unlimited(Id) })
export type UserSave = z.output<typeof UserSave>

/** The stored properties of the edited user that determine the form; null = a new user. */
type Edited = Standing | null

type Given = { nickName?: string | null; clientId?: number | null; accountId?: number | null; companyId: number }
type Refuse = (field: 'clientId' | 'accountId' | 'ownPassword', message?: string) => void
/** Refuse a role without what it requires: its client or sub-account, and the caller's own password. */
function checkRole(user: Edited, form: Given & { phone: string | null; ownPassword: string }, refuse: Refuse): void {
  const { nickName = null, clientId = null, accountId = null, companyId, phone, ownPassword } = form
  if (nickName === roleLabels.client && clientId === null) refuse('clientId')
  if (nickName === roleLabels.account && accountId === null) refuse('accountId')
  const isGiven = handsOutRole(user, { nickName, companyId, clientId, accountId, phone }, false)
  if (isGiven && ownPassword === '') refuse('ownPassword', 'ownPassword.missing')
}

/**
 * Return the schema of a user form: a phone unless the user never had one, the fields that the role requires, a first
 * password for a new user, the caller's own password if the change assigns a role.
 */
export const userForm = (user: Edited, policy: PasswordPolicy) => {
  const passwordRule = { message: passwordRuleWord[policy] }
  return z
    .object({
      ...fields,
      phone:
        user === null || user.phone !== null
          ? z.string().trim().min(1).regex(phonePattern, { message: 'phone' })
          : fields.phone,
      name: Name,
      userName: unlimited(UserName),
      companyId: Id,
      password:
        user === null
          ? z
              .string()
              .min(1)
              .refine((typed) => followsPasswordRule(typed, policy), passwordRule)
          : z.string(),
      passwordAgain: z.string(),
      ownPassword: z.string(),
    })
    .superRefine((form, context) => {
      const refuse = (field: keyof typeof form, message?: string) =>
        context.addIssue({ code: 'custom', path: [field], input: '', message })
      checkRole(user, { ...form, phone: form.phone || null }, refuse)
      if (user === null && form.password !== form.passwordAgain) refuse('passwordAgain', 'users.passwordsDiffer')
    })
}

/** Return the schema of the form that only gives a person a role: a role, and what it requires. */
export const roleForm = (user: Standing) =>
  z
    .object({
      nickName: roleLabel,
      companyId: Id,
      clientId: fields.clientId,
      accountId: fields.accountId,
      groupId: fields.groupId,
      ownPassword: z.string(),
    })
    .superRefine((form, context) =>
      checkRole(user, { ...form, phone: user.phone }, (field, message) =>
        context.addIssue({ code: 'custom', path: [field], input: '', message }),
      ),
    )

export const UserDisabled = z.object({ id: Id, disabled: z.boolean() })
export const UserPassword = z.object({ id: Id, password: SentPassword, ownPassword: Password })

/** The properties of a user that determine permissions and the ability to sign in. */
export type Standing = {
  nickName: string | null
  companyId: number
  clientId: number | null
  accountId: number | null
  phone: string | null
}

/**
 * Does a change put a role into a person's hands? It assigns one, to the user or at another place, or it opens an
 * account with a role by a new password or by a phone that can reset it. The caller must then enter their password
 * again. `before` null = a new user.
 */
export function handsOutRole(before: Standing | null, after: Standing, newPassword: boolean): boolean {
  if (after.nickName === null) return false
  if (before === null || newPassword) return true
  return (['nickName', 'companyId', 'clientId', 'accountId', 'phone'] as const).some(
    (field) => after[field] !== before[field],
  )
}

/** A user as shown in the list: never a password hash, the identity number masked. */
export type UserRow = {
  id: number
  userName: string
  phone: string | null
  name: string
  /** The role. */
  nickName: string | null
  companyId: number
  company: string
  clientId: number | null
  client: string | null
  accountId: number | null
  account: string | null
  groupId: number | null
  /** The name of the station. */
  group: string | null
  sex: string | null
  nation: string | null
  idNo: string | null
  workUnitAndJob: string | null
  workUnit: string | null
  job: string | null
  birthday: string | null
  /** The department. */
  identifier: string | null
  remarks: string | null
  disabled: boolean
  /** Number of open sessions. */
  sessions: number
  /** The password was set by another person and not changed since. */
  firstPassword: boolean
  /** Registered through the public form; a manager confirms the user by assigning a role. */
  pending: boolean
  createTimeStr: string
  updateTimeStr: string
  rowVersion: number
}
export const SetPasswordRequest = z.object({
  userName: z.string().trim().min(1).max(64),
  password: SentPassword,
  ownPassword: unlimited(SentPassword),
})

export type PickedUser = { id: number; name: string }
export type SavedUser = { id: number; rowVersion: number }
