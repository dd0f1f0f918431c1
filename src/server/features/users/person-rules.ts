import type { Word } from '#shared/i18n/index.ts'
import { userNamePattern } from '#shared/users.ts'

/** Actors in the audit log without an account; a user with such a name could not be distinguished from them. */
const reserved: readonly string[] = ['cli', 'system', 'anonymous']
const oldestBirthday = '1900-01-01'
/** Invisible characters, direction marks, and fillers that count as letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u

type Person = { name: string; birthday: string | null | undefined; today: string; newUserName?: string | null }
export type PersonProblem = { field: 'name' | 'birthday' | 'userName'; problem: Word }

/** Return why a name or birthday is invalid, for form and file alike; null when both are valid. */
export function personProblem({ name, birthday, today, newUserName }: Person): PersonProblem | null {
  if (unseen.test(name) || !/[\p{L}\p{N}]/u.test(name)) return { field: 'name', problem: 'users.nameUnreadable' }
  if (birthday && (birthday < oldestBirthday || birthday > today))
    return { field: 'birthday', problem: 'users.birthdayRange' }
  if (newUserName && reserved.includes(newUserName.toLowerCase()))
    return { field: 'userName', problem: 'users.userNameReserved' }
  return newUserName && !userNamePattern.test(newUserName)
    ? { field: 'userName', problem: 'users.userNameWrong' }
    : null
}
