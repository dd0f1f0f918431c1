import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import type { Trx } from '#server/db/tables.ts'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type Word, word } from '#shared/i18n/index.ts'
import type { PlaceDelete } from '#shared/place-forms.ts'
import { type SiteDeletion, siteBinDays } from '#shared/places.ts'

const dayMs = 86_400_000

/** Return when a site that was deleted at `deletedAt` is deleted permanently. */
export const restorableUntil = (deletedAt: Date): string =>
  new Date(deletedAt.getTime() + siteBinDays * dayMs).toISOString()

const refused = (ctx: SignedInContext, field: string, problem: Word) => {
  const sentence = word(ctx.request.language, problem)
  return new AppError('VALIDATION', { field, sentence, fields: [{ field, problem: sentence }] })
}

/**
 * Return the site with all companies below it.
 * @throws AppError NOT_FOUND out of scope; VALIDATION for the last headquarters and the caller's own company
 */
async function companiesToDelete(ctx: SignedInContext, book: PlaceBook, id: number): Promise<number[]> {
  const company = book.companies.get(id)
  if (!company || company.deleted) throw new AppError('NOT_FOUND')
  if (company.kind === 'headquarters') {
    if (!ctx.scope.everything) throw new AppError('NOT_FOUND')
    const others = [...book.companies.values()].filter(
      (other) => other.kind === 'headquarters' && !other.deleted && other.id !== id,
    )
    if (others.length === 0) throw refused(ctx, 'id', 'places.delete.lastHeadquarters')
  } else await ctx.services.places.narrow(ctx.scope, { companyId: id })
  const companyIds = book.withChildren(id)
  const { userId } = ctx.viewer
  if (userId !== null) {
    const own = await ctx.db
      .selectFrom('app_user')
      .select('home_company_id')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (own && companyIds.includes(own.home_company_id)) throw refused(ctx, 'id', 'places.delete.own')
  }
  return companyIds
}

/** Detach sub-accounts without deleting them (R527); their former sites are stored for a restore. */
async function detachAccounts(trx: Trx, companyIds: readonly number[], now: Date): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: number; site_id: number }>`with standing as (
      select id, site_id from account where site_id = any(${[...companyIds]}::int[]) for update)
    update account set site_id = null, update_time = ${now}, row_version = account.row_version + 1 from standing
    where account.id = standing.id returning standing.id, standing.site_id`.execute(trx)
  return Object.fromEntries(rows.map(({ id, site_id }) => [id, site_id]))
}

/**
 * End the sessions of the users (deleted users have no open session); users of other companies who only work there now
 * return to their own company.
 */
async function sendPeopleAway(trx: Trx, companyIds: readonly number[], now: Date): Promise<number> {
  const ids = [...companyIds]
  await sql`update session set ended_at = ${now}, ended_reason = 'siteDeleted' where ended_at is null
    and user_id in (select id from app_user where home_company_id = any(${ids}::int[]) and deleted_at is null)`.execute(
    trx,
  )
  await sql`update session s set company_id = u.home_company_id from app_user u
    where u.id = s.user_id and s.company_id = any(${ids}::int[]) and not u.home_company_id = any(${ids}::int[])`.execute(
    trx,
  )
  await sql`update app_user set company_id = home_company_id, update_time = ${now}
    where company_id = any(${ids}::int[]) and not home_company_id = any(${ids}::int[])`.execute(trx)
  const { rows } = await sql<{ users: number }>`select count(*)::int as users from app_user
    where home_company_id = any(${ids}::int[]) and deleted_at is null`.execute(trx)
  return rows[0]?.users ?? 0
}

/**
 * Delete a site with all its users and data: it disappears at once from every list, count, card and chart, also of past
 * days, and can be restored for 30 days (C114). Only marks are written, so that a restored site is unchanged.
 * @throws AppError NOT_FOUND, VALIDATION for the password, the last headquarters, or the caller's own company
 */
export async function deleteSite(ctx: SignedInContext, { id, password }: PlaceDelete): Promise<SiteDeletion> {
  const companyIds = await companiesToDelete(ctx, await ctx.services.places.book(), id)
  await confirmPassword(ctx, password, { action: 'sites.delete', field: 'password' })
  const now = ctx.clock()
  const deleted = await ctx.db.transaction().execute(async (trx) => {
    const gone = await sql`update company set deleted_at = ${now}, update_time = ${now}, row_version = row_version + 1
      where id = any(${companyIds}::int[]) and deleted_at is null returning id`.execute(trx)
    // A concurrent delete was first.
    if (gone.rows.length !== companyIds.length) throw new AppError('NOT_FOUND')
    const accounts = await detachAccounts(trx, companyIds, now)
    const users = await sendPeopleAway(trx, companyIds, now)
    const devices = await devicesOn(trx, companyIds)
    const actor = ctx.viewer.actor === 'cli' ? 'cli' : ctx.viewer.name
    await trx
      .insertInto('site_deletion')
      .values({ company_id: id, company_ids: companyIds, accounts: JSON.stringify(accounts), actor, deleted_at: now })
      .execute()
    const details = { companies: companyIds, users, devices, accounts: Object.keys(accounts).length }
    await auditRow(
      trx,
      ctx,
      { kind: 'company' },
      { id },
      { action: 'sites.delete', companyId: ctx.viewer.companyId, details },
    )
    return { users, devices }
  })
  ctx.services.places.forget()
  return { id, ...deleted, restorableUntil: restorableUntil(now) }
}

/** Return the number of devices of these tenants and on these sites, from the counters. */
export async function devicesOn(db: Pick<Trx, 'getExecutor'>, companyIds: readonly number[]): Promise<number> {
  const ids = [...companyIds]
  const { rows } = await sql<{
    devices: number
  }>`select coalesce(sum(devices), 0)::int as devices from device_leaf_count
    where company_id = any(${ids}::int[]) or site_id = any(${ids}::int[])`.execute(db)
  return rows[0]?.devices ?? 0
}
