import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { endEverything } from '#server/features/auth/remembered-devices.ts'

export type ProfileRow = {
  id: number
  user_name: string
  phone: string | null
  name: string
  nick_name: string | null
  home_company_id: number
  company_name: string
  avatar_id: number | null
  create_time: Date
}

/** Return a user who is not deleted, alone or with the home company. */
export async function findProfile(db: Db, id: number): Promise<ProfileRow | null> {
  const found = await db
    .selectFrom('app_user as u')
    .innerJoin('company as c', 'c.id', 'u.home_company_id')
    .select([
      'u.id',
      'u.user_name',
      'u.phone',
      'u.name',
      'u.nick_name',
      'u.home_company_id',
      'c.name as company_name',
      'u.avatar_id',
      'u.create_time',
    ])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Columns that a users file sets. */
export const seededColumns = [
  'phone',
  'name',
  'nick_name',
  'home_company_id',
  'client_id',
  'account_id',
  'birthday',
  'sex',
  'identifier',
  'remarks',
] as const
export type SeededColumns = Pick<Selectable<UserTable>, (typeof seededColumns)[number]>
export type StoredUser = SeededColumns & { id: number; user_name: string; disabled: boolean; row_version: number }

/** Return users that a file may refer to: by user name, by a phone in the file, and all managers (one must remain). */
export async function findStoredUsers(db: Db, names: readonly string[], managerLabel: string): Promise<StoredUser[]> {
  const wanted = names.map((name) => name.toLowerCase())
  return db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'disabled', 'row_version', ...seededColumns])
    .where((is) =>
      is.or([
        is(sql<string>`lower(user_name)`, '=', sql<string>`any(${wanted}::text[])`),
        is('phone', '=', sql<string>`any(${wanted}::text[])`),
        is.and([is('nick_name', '=', managerLabel), is('deleted_at', 'is', null)]),
      ]),
    )
    .execute()
}

export type Places = {
  companies: { id: number; name: string; tenant_id: number }[]
  clients: { id: number; name: string; company_id: number }[]
  accounts: { id: number; name: string; company_id: number; client_id: number }[]
}

/** Return the names of places that a users file may use. */
export async function readPlaces(db: Db): Promise<Places> {
  return {
    companies: await db
      .selectFrom('company')
      .select(['id', 'name', 'tenant_id'])
      .where('deleted_at', 'is', null)
      .execute(),
    clients: await db
      .selectFrom('client')
      .select(['id', 'name', 'company_id'])
      .where('deleted_at', 'is', null)
      .execute(),
    accounts: await db
      .selectFrom('account')
      .select(['id', 'name', 'company_id', 'client_id'])
      .where('deleted_at', 'is', null)
      .execute(),
  }
}

export type NewUser = SeededColumns & { user_name: string; password_hash: string }
const usersPerStatement = 500

/** Insert users, each with the membership of its own company. @returns their ids */
export async function insertUsers(trx: Transaction<Database>, users: readonly NewUser[], now: Date): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < users.length; start += usersPerStatement) {
    const rows: Insertable<UserTable>[] = users
      .slice(start, start + usersPerStatement)
      .map((user) => ({ ...user, company_id: user.home_company_id, create_time: now, update_time: now }))
    const added = await trx.insertInto('app_user').values(rows).returning(['id', 'home_company_id']).execute()
    await trx
      .insertInto('membership')
      .values(added.map((user) => ({ user_id: user.id, company_id: user.home_company_id })))
      .execute()
    ids.push(...added.map((user) => user.id))
  }
  return ids
}

/** Granting a role confirms a newly registered user. */
export const confirmedBy = ({ nick_name }: Pick<UserTable, 'nick_name'>): { pending?: false } =>
  nick_name === null ? {} : { pending: false }

/** Update a user; a new home company replaces the old one in the memberships. */
export async function updateUser(
  trx: Transaction<Database>,
  before: StoredUser,
  after: SeededColumns,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ ...after, ...confirmedBy(after), update_time: now, row_version: sql`row_version + 1` })
    .where('id', '=', before.id)
    .execute()
  await settle(trx, before, after)
}

type Settled = Pick<UserTable, 'nick_name' | 'home_company_id'>

/**
 * Call it after a change of a user's company or role. The user keeps only the membership of the home company, which
 * every list of users shows, and none that is invisible there. A moved user works in the new company from the next
 * request on.
 */
export async function settle(
  trx: Transaction<Database>,
  before: Settled & { id: number },
  after: Settled,
): Promise<void> {
  const [id, home] = [before.id, after.home_company_id]
  const isMoved = home !== before.home_company_id
  if (!isMoved && after.nick_name === before.nick_name) return
  await trx.deleteFrom('membership').where('user_id', '=', id).where('company_id', '<>', home).execute()
  await trx
    .insertInto('membership')
    .values({ user_id: id, company_id: home })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const leaves = isMoved
    ? sql``
    : sql` and company_id <> all (array(select c.id from company c where ${home} in (c.id, c.tenant_id, c.super_company_id)))`
  await sql`update session set company_id = ${home} where user_id = ${id} and ended_at is null${leaves}`.execute(trx)
  await sql`update app_user set company_id = ${home} where id = ${id}${leaves}`.execute(trx)
}

/** Return the id and the exact user name for a user name in any letter case. */
export async function findByUserName(
  db: Db,
  userName: string,
): Promise<{ id: number; user_name: string; nick_name: string | null } | null> {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'nick_name'])
    .where(sql<string>`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst()
  return found ?? null
}

/** Store a password set by an administrator: the user must choose another, and all sessions of the user end. */
export async function resetPassword(
  trx: Transaction<Database>,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ password_hash: passwordHash, last_password_reset_date: null, update_time: now })
    .where('id', '=', userId)
    .execute()
  await endEverything(trx, userId, 'passwordChanged', now)
}
