import { sql } from 'kysely'
import { findHeadquarters } from '#server/db/headquarters.ts'
import { findShortPage } from '#server/db/pages.ts'
import type { Db } from '#server/db/tables.ts'
import { mayEnterSql } from '#server/session.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Branding, CompaniesRequest, CompanyChoice } from '#shared/auth.ts'
import type { Page } from '#shared/paging.ts'

const largestId = 2_147_483_647

/** A condition on `app_user u` and `company c` of the enclosing query. */
const mayEnter = sql<boolean>`${sql.raw(mayEnterSql)}`

export type LoginUser = { id: number; user_name: string; password_hash: string; disabled: boolean }

/** Finds a user by user name in any letter case, or else by phone. */
export async function findLoginUser(db: Db, typed: string): Promise<LoginUser | null> {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'password_hash', 'disabled'])
    .where((is) => is.or([is(sql`lower(user_name)`, '=', typed.toLowerCase()), is('phone', '=', typed)]))
    .orderBy(sql`lower(user_name) = ${typed.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Find a user by phone or id. Disabled and deleted users are not found. */
export async function findByPhoneOrId(db: Db, phoneOrId: string, { phoneOnly = false } = {}) {
  const byPhone = phoneOnly || phoneOrId.length === 11
  const found = await db
    .selectFrom('app_user as u')
    .innerJoin('company as c', 'c.id', 'u.home_company_id')
    .select([
      'u.id',
      'u.user_name',
      'u.phone',
      'u.home_company_id',
      'u.password_hash',
      'u.last_password_reset_date',
      'c.name as company_name',
    ])
    .where((is) =>
      byPhone ? is('u.phone', '=', phoneOrId) : is('u.id', '=', Number(phoneOrId) <= largestId ? Number(phoneOrId) : 0),
    )
    .where('u.phone', 'is not', null)
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Return the data that a change of the caller's own password needs. */
export async function findOwnLogin(db: Db, userId: number, sessionId: number) {
  const found = await db
    .selectFrom('app_user as u')
    .innerJoin('session as s', 's.user_id', 'u.id')
    .innerJoin('company as c', 'c.id', 'u.home_company_id')
    .select(['u.id', 'u.user_name', 'u.phone', 'u.password_hash', 'c.name as company_name', 's.password_at'])
    .where('u.id', '=', userId)
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  return found ?? null
}

/** Store a password that the user has chosen. */
export async function keepOwnPassword(db: Db, userId: number, passwordHash: string, now: Date): Promise<void> {
  const values = { password_hash: passwordHash, last_password_reset_date: now, update_time: now }
  await db.updateTable('app_user').set(values).where('id', '=', userId).execute()
}

/** Return the company of a person who registers: the base of the subdomain, otherwise headquarters. */
export async function companyForNewcomer(
  db: Db,
  domain: string | undefined,
): Promise<{ id: number; name: string } | null> {
  const named = domain ? await companyOfDomain(db, domain) : null
  if (named) return named
  return findHeadquarters(db)
}

/**
 * Return the company that a user enters at sign-in: the requested one, or else the current one, the home company or any
 * other that the user may enter. null = none.
 */
export async function chooseCompany(db: Db, userId: number, requestedId: number | undefined): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select c.id from app_user u, company c
    where u.id = ${userId} and not u.disabled and ${mayEnter} and ${requestedId === undefined ? sql`true` : sql`c.id = ${requestedId}`}
    order by c.id = u.company_id desc, c.id = u.home_company_id desc, c.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Return the companies that a user may enter, in the order of the tree; all companies for the terminal (`userId` null).
 */
export async function findCompanies(
  db: Db,
  userId: number | null,
  { name, page, size }: CompaniesRequest,
): Promise<Page<CompanyChoice>> {
  const who =
    userId === null
      ? sql`from company c where c.deleted_at is null`
      : sql`from app_user u, company c where u.id = ${userId} and ${mayEnter}`
  const named = name ? sql`and position(lower(${name}) in lower(c.name)) > 0` : sql``
  return findShortPage<CompanyChoice>(
    db,
    { page, size },
    {
      from: sql`${who} ${named}`,
      columns: sql`c.id, c.name, c.kind, c.super_company_id as "superCompanyId"`,
      order: sql`order by c.kind = 'headquarters' desc, c.tenant_id, c.id <> c.tenant_id, c.id`,
    },
  )
}

/** Tell whether a company exists. */
export async function companyExists(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Store the company in which the user's next session begins. The other sessions keep theirs. */
export async function enterCompany(db: Db, userId: number, companyId: number, now: Date): Promise<void> {
  await db.updateTable('app_user').set({ company_id: companyId, update_time: now }).where('id', '=', userId).execute()
}

/** The parts of the session info that the viewer does not contain. */
type SessionDetails = { companyName: string; lastPasswordResetDate: Date | null; avatarId: number | null }
export async function sessionDetails(db: Db, viewer: Viewer): Promise<SessionDetails> {
  const [company, user] = await Promise.all([
    db.selectFrom('company').select('name').where('id', '=', viewer.companyId).executeTakeFirst(),
    viewer.userId === null
      ? undefined
      : db
          .selectFrom('app_user')
          .select(['last_password_reset_date', 'avatar_id'])
          .where('id', '=', viewer.userId)
          .executeTakeFirst(),
  ])
  return {
    companyName: company?.name ?? '',
    lastPasswordResetDate: user?.last_password_reset_date ?? null,
    avatarId: user?.avatar_id ?? null,
  }
}

export async function setPasswordHash(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Return the company with exactly this subdomain. */
export async function companyOfDomain(db: Db, domain: string): Promise<Branding['company']> {
  const found = await db
    .selectFrom('company')
    .select(['id', 'name', 'pic_id as picId', 'small_pic_id as smallPicId'])
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}
