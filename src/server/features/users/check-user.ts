import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { checkCompany } from '#server/db/visible.ts'
import { checkStation } from '#server/features/stations/queries.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { roleOfLabel } from '#shared/roles.ts'
import type { Standing, UserSave } from '#shared/users.ts'
import { checkGrantable } from './grantable-roles.ts'
import type { LockedUser } from './lock-users.ts'
import { personProblem } from './person-rules.ts'

/** Columns that an administrator may set; no other column is ever written from a request. */
const settable = [
  'phone',
  'name',
  'nick_name',
  'home_company_id',
  'client_id',
  'account_id',
  'group_id',
  'sex',
  'nation',
  'id_no',
  'work_unit_and_job',
  'work_unit',
  'job',
  'birthday',
  'identifier',
  'remarks',
] as const
export type UserColumns = Pick<LockedUser, (typeof settable)[number]> & { user_name: string }

/** Return the sent value, or the stored one when nothing was sent. */
const kept = <T>(sent: T | null | undefined, stored: T | null | undefined): T | null =>
  sent === undefined ? (stored ?? null) : sent

async function checkOwner(ctx: SignedInContext, columns: UserColumns): Promise<void> {
  const book = await ctx.services.places.book()
  const tenantId = book.companies.get(columns.home_company_id)?.tenantId
  const client = columns.client_id === null ? null : book.clients.get(columns.client_id)
  const account = columns.account_id === null ? null : book.accounts.get(columns.account_id)
  if (client !== null && (!client || client.deleted || client.companyId !== tenantId)) throw new AppError('NOT_FOUND')
  if (account !== null && (!account || account.deleted || account.companyId !== tenantId))
    throw new AppError('NOT_FOUND')
  if (client && account && account.clientId !== client.id) throw new AppError('NOT_FOUND')
  const role = roleOfLabel(columns.nick_name)
  if (role === 'client' && !client) throw refusedField(ctx, 'clientId', 'seed.clientMissing')
  if (role === 'account' && !account) throw refusedField(ctx, 'accountId', 'seed.accountMissing')
}

/** Return the station of a user. A station belongs to a base, so a user who moves to another base loses it. */
async function stationOf(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  sent: UserSave,
  stored: LockedUser | null,
  homeId: number,
): Promise<number | null> {
  const { companies } = await ctx.services.places.book()
  const tenantId = companies.get(homeId)?.tenantId
  const isElsewhere = stored !== null && companies.get(stored.home_company_id)?.tenantId !== tenantId
  const id = sent.groupId === undefined && isElsewhere ? null : kept(sent.groupId, stored?.group_id)
  if (id !== null && (id !== stored?.group_id || isElsewhere)) await checkStation(trx, id, tenantId ?? 0)
  return id
}

/** Check that phone and user name are unique among both, because either one signs in. */
async function checkNames(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  id: number | null,
  { phone, user_name }: UserColumns,
): Promise<void> {
  const names = [user_name.toLowerCase(), ...(phone === null ? [] : [phone])]
  const others = await trx
    .selectFrom('app_user')
    .select(['id', 'phone', 'user_name'])
    .where((is) => is.or([is(sql<string>`lower(user_name)`, 'in', names), is('phone', 'in', names)]))
    .execute()
  for (const other of others.filter((found) => found.id !== id)) {
    if (phone !== null && (other.phone === phone || other.user_name === phone))
      throw refusedField(ctx, 'phone', 'seed.phoneTaken')
    if (other.phone === user_name) throw refusedField(ctx, 'userName', 'seed.userNameIsPhone')
    throw refusedField(ctx, 'userName', 'users.userNameTaken')
  }
}

/**
 * Return the columns of the changed user: the stored row with the sent fields, checked by every rule.
 * @throws AppError VALIDATION naming the field, FORBIDDEN for a higher role, NOT_FOUND for a company, client, account
 * or station out of reach
 */
export async function columnsOf(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  sent: UserSave,
  stored: LockedUser | null,
): Promise<UserColumns> {
  const phone = kept(sent.phone, stored?.phone)
  const followsPhone = stored !== null && stored.user_name === stored.phone
  const userName = sent.userName ?? (followsPhone ? (phone ?? stored.user_name) : stored?.user_name) ?? phone
  const name = sent.name ?? stored?.name
  // A user from a file may lack a phone; an existing phone cannot be removed.
  if (phone === null && (stored === null || stored.phone !== null))
    throw refusedField(ctx, 'phone', 'users.phone.missing')
  if (!userName) throw refusedField(ctx, 'userName', 'seed.userNameMissing')
  if (!name) throw refusedField(ctx, 'name', 'seed.nameMissing')
  // Masked as in the list, or blank: not a new number.
  const idNo = sent.idNo?.includes('*') ? undefined : (sent.idNo ?? undefined)
  const columns: UserColumns = {
    user_name: userName,
    phone,
    name,
    nick_name: kept(sent.nickName, stored?.nick_name),
    home_company_id: sent.companyId ?? stored?.home_company_id ?? ctx.viewer.companyId,
    client_id: kept(sent.clientId, stored?.client_id),
    account_id: kept(sent.accountId, stored?.account_id),
    group_id: null,
    sex: kept(sent.sex, stored?.sex),
    nation: kept(sent.nation, stored?.nation),
    id_no: kept(idNo, stored?.id_no),
    work_unit_and_job: kept(sent.workUnitAndJob, stored?.work_unit_and_job),
    work_unit: kept(sent.workUnit, stored?.work_unit),
    job: kept(sent.job, stored?.job),
    birthday: kept(sent.birthday, stored?.birthday),
    identifier: kept(sent.identifier, stored?.identifier),
    remarks: kept(sent.remarks, stored?.remarks),
  }
  const today = businessDay(ctx.clock(), ctx.config.timeZone)
  const problem = personProblem({
    name,
    birthday: columns.birthday,
    today,
    newUserName: userName === stored?.user_name ? null : userName,
  })
  if (problem !== null) throw refusedField(ctx, problem.field, problem.problem)
  if (columns.home_company_id !== stored?.home_company_id) await checkCompany(ctx, columns.home_company_id)
  if (columns.nick_name !== (stored?.nick_name ?? null)) {
    if (stored && stored.id === ctx.viewer.userId) throw refusedField(ctx, 'nickName', 'seed.ownRole')
    checkGrantable(ctx, columns.nick_name)
  }
  const isMoved =
    stored === null ||
    (['nick_name', 'home_company_id', 'client_id', 'account_id'] as const).some(
      (column) => columns[column] !== stored[column],
    )
  if (isMoved) await checkOwner(ctx, columns)
  columns.group_id = await stationOf(trx, ctx, sent, stored, columns.home_company_id)
  await checkNames(trx, ctx, stored?.id ?? null, columns)
  return columns
}

/**
 * Return the names of the changed columns, and the values of those about permissions; personal data stays out of the
 * audit log.
 */
export function changesOf(
  stored: LockedUser,
  columns: UserColumns,
): { changed: string[]; rights: Record<string, { from: unknown; to: unknown }> } {
  const changed = (['user_name', ...settable] as const).filter((column) => columns[column] !== stored[column])
  const rights = (['nick_name', 'home_company_id', 'client_id', 'account_id'] as const).filter((column) =>
    changed.includes(column),
  )
  return {
    changed,
    rights: Object.fromEntries(rights.map((column) => [column, { from: stored[column], to: columns[column] }])),
  }
}

/** Return the fields of a user that decide about permissions. */
export const standingOf = (
  user: Pick<LockedUser, 'nick_name' | 'home_company_id' | 'client_id' | 'account_id' | 'phone'>,
): Standing => ({
  nickName: user.nick_name,
  companyId: user.home_company_id,
  clientId: user.client_id,
  accountId: user.account_id,
  phone: user.phone,
})
