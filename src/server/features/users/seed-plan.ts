import type { Config } from '#server/config.ts'
import { passwordProblem } from '#server/services/sign-in/password-problem.ts'
import { isDay } from '#shared/dates.ts'
import { type Values, type Word, word } from '#shared/i18n/index.ts'
import { phonePattern } from '#shared/phone.ts'
import { roleLabels, roleOfLabel } from '#shared/roles.ts'
import type { SeedRow } from '#shared/user-import.ts'
import { personProblem } from './person-rules.ts'
import { type Places, type SeededColumns, type StoredUser, seededColumns } from './queries.ts'

type Problem = { word: Word; values?: Values }
type Refused = { line: number; userName: string; problem: Problem }
export type PlannedUser = {
  line: number
  userName: string
  columns: SeededColumns
  password: string
  stored: StoredUser | null
  changed: boolean
}
export type SeedPlan = { users: PlannedUser[]; refused: Refused[] }
export type SeedFacts = {
  stored: readonly StoredUser[]
  places: Places
  callerId: number | null
  today: string
  config: Pick<Config, 'passwordPolicy' | 'brandText'>
}

/** A line with its decrypted password; null = it cannot be decrypted. */
export type SeedLine = Omit<SeedRow, 'password'> & { password: string | null }

const labels: readonly string[] = Object.values(roleLabels)
/** The roles; a file may also use their English names of the page. */
const named = Object.keys(roleLabels) as (keyof typeof roleLabels)[]

class Refusal extends Error {
  readonly problem: Problem
  constructor(word: Word, values?: Values) {
    super(word)
    this.problem = { word, ...(values ? { values } : {}) }
  }
}

/** Return the new value of a cell: a missing column keeps the stored value, an empty cell clears it. */
const kept = <T>(cell: T | null | undefined, stored: T | null | undefined): T | null =>
  cell === undefined ? (stored ?? null) : cell

function companyOf(cell: string | null | undefined, stored: StoredUser | null, { companies }: Places) {
  if (!cell) {
    const home = stored && cell === undefined ? companies.find(({ id }) => id === stored.home_company_id) : undefined
    if (!home) throw new Refusal('seed.companyMissing')
    return home
  }
  const named = companies.filter(({ name }) => name === cell)
  const byId = named.length === 0 && /^\d+$/.test(cell) ? companies.filter(({ id }) => String(id) === cell) : []
  const found = [...named, ...byId]
  if (found.length > 1)
    throw new Refusal('seed.companyTwice', { value: cell, ids: found.map(({ id }) => id).join(', ') })
  const [company] = found
  if (!company) throw new Refusal('seed.companyUnknown', { value: cell })
  return company
}

function ownerOf<T extends { id: number; name: string; company_id: number }>(
  cell: string | null | undefined,
  storedId: number | null,
  candidates: readonly T[],
  tenantId: number,
  unknown: Word,
): T | null {
  if (cell === undefined) return candidates.find(({ id }) => id === storedId) ?? null
  if (cell === null) return null
  const found = candidates.filter(({ name, company_id }) => name === cell && company_id === tenantId)
  const [owner] = found
  if (!owner || found.length > 1) throw new Refusal(unknown, { value: cell })
  return owner
}

function roleOf(cell: string | null | undefined, stored: StoredUser | null): string | null {
  const label = kept(cell, stored?.nick_name)
  if (label === null || labels.includes(label)) return label
  const role = named.find((one) => word('en', `role.${one}`).toLowerCase() === label.toLowerCase())
  if (!role) throw new Refusal('seed.roleUnknown', { value: label })
  return roleLabels[role]
}

function columnsOf(row: Omit<SeedRow, 'password'>, stored: StoredUser | null, places: Places): SeededColumns {
  const company = companyOf(row.company, stored, places)
  const nick_name = roleOf(row.nickName, stored)
  const client = ownerOf(row.client, stored?.client_id ?? null, places.clients, company.tenant_id, 'seed.clientUnknown')
  const ofClient = client ? places.accounts.filter(({ client_id }) => client_id === client.id) : places.accounts
  const account = ownerOf(row.account, stored?.account_id ?? null, ofClient, company.tenant_id, 'seed.accountUnknown')
  const role = roleOfLabel(nick_name)
  if (role === 'client' && !client) throw new Refusal('seed.clientMissing')
  if (role === 'account' && !account) throw new Refusal('seed.accountMissing')
  const name = kept(row.name, stored?.name)
  if (!name) throw new Refusal('seed.nameMissing')
  const birthday = kept(row.birthday, stored?.birthday)
  if (birthday !== null && !isDay(birthday)) throw new Refusal('seed.birthdayWrong')
  return {
    phone: kept(row.phone, stored?.phone),
    name,
    nick_name,
    home_company_id: company.id,
    client_id: client?.id ?? null,
    account_id: account?.id ?? null,
    birthday,
    sex: kept(row.sex, stored?.sex),
    identifier: kept(row.identifier, stored?.identifier),
    remarks: kept(row.remarks, stored?.remarks),
  }
}

function checkPhone(userName: string, phone: string | null, { stored }: SeedFacts): void {
  const isOther = (user: StoredUser) => user.user_name.toLowerCase() !== userName.toLowerCase()
  if (phone !== null && !phonePattern.test(phone)) throw new Refusal('problem.phone')
  if (stored.some((user) => isOther(user) && phone !== null && user.phone === phone))
    throw new Refusal('seed.phoneTaken')
  // Both sign in, so one user's name must not be another user's phone.
  if (stored.some((user) => isOther(user) && (user.phone === userName || user.user_name === phone)))
    throw new Refusal('seed.userNameIsPhone')
}

function planRow(row: SeedLine, userName: string, facts: SeedFacts): PlannedUser {
  if (userName === '') throw new Refusal('seed.userNameMissing')
  const stored = facts.stored.find((user) => user.user_name.toLowerCase() === userName.toLowerCase()) ?? null
  const columns = columnsOf(row, stored, facts.places)
  const problemOfPerson = personProblem({
    name: columns.name,
    birthday: columns.birthday,
    today: facts.today,
    newUserName: stored ? null : userName,
  })
  if (problemOfPerson !== null) throw new Refusal(problemOfPerson.problem)
  checkPhone(userName, columns.phone, facts)
  if (!stored && row.password === '') throw new Refusal('seed.passwordMissing')
  // A password that cannot be decrypted breaks the rule with the same message.
  const password = row.password ?? ''
  const problem = stored
    ? null
    : passwordProblem(password, facts.config, { words: [userName, columns.phone], own: false })
  if (problem !== null) throw new Refusal(problem)
  if (stored && stored.id === facts.callerId && columns.nick_name !== stored.nick_name)
    throw new Refusal('seed.ownRole')
  const changed = stored === null || seededColumns.some((column) => columns[column] !== stored[column])
  return { line: row.line, userName, columns, password, stored, changed }
}

/** Refuse lines that remove the last manager's role. */
function withoutManager({ stored }: SeedFacts, users: readonly PlannedUser[]): Refused[] {
  const isManager = (label: string | null) => roleOfLabel(label) === 'manager'
  const before = stored.filter((user) => isManager(user.nick_name) && !user.disabled)
  const demoted = users.filter(
    (user) => user.stored && before.includes(user.stored) && !isManager(user.columns.nick_name),
  )
  const promoted = users.some((user) => isManager(user.columns.nick_name) && !user.stored?.disabled)
  if (demoted.length === 0 || demoted.length < before.length || promoted) return []
  return demoted.map(({ line, userName }) => ({ line, userName, problem: { word: 'seed.lastManager' } }))
}

/** Plan the changes of a users file line by line, from these facts; nothing is read or written here. */
export function planSeed(rows: readonly SeedLine[], facts: SeedFacts): SeedPlan {
  const users: PlannedUser[] = []
  const refused: Refused[] = []
  const lineOfName = new Map<string, number>()
  const lineOfPhone = new Map<string, number>()
  for (const row of rows) {
    // A user without a user name signs in by phone.
    const userName = row.userName || row.phone || ''
    try {
      const twice = lineOfName.get(userName.toLowerCase())
      if (twice !== undefined) throw new Refusal('seed.twice', { line: twice })
      const phoneTwice = row.phone ? lineOfPhone.get(row.phone) : undefined
      if (phoneTwice !== undefined) throw new Refusal('seed.phoneTwice', { line: phoneTwice })
      users.push(planRow(row, userName, facts))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ line: row.line, userName, problem: error.problem })
    }
    if (userName !== '' && !lineOfName.has(userName.toLowerCase())) lineOfName.set(userName.toLowerCase(), row.line)
    if (row.phone && !lineOfPhone.has(row.phone)) lineOfPhone.set(row.phone, row.line)
  }
  const demoted = withoutManager(facts, users)
  return {
    users: users.filter(({ line }) => demoted.every((one) => one.line !== line)),
    refused: [...refused, ...demoted],
  }
}
