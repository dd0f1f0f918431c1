import { sql } from 'kysely'
import { holderOf, issueToken, mayMake } from '#server/features/auth/issue-tokens.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { IssuedToken } from '#shared/auth.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { ReportTokenRequest, ReportTokenRow } from '#shared/live.ts'

const dayMs = 86_400_000
const defaultDays = 365

/** @throws AppError NOT_FOUND for a site that the caller does not manage */
async function requireSite(ctx: SignedInContext, siteId: number): Promise<void> {
  const book = await ctx.services.places.book()
  if (book.companies.get(siteId)?.kind !== 'base') throw new AppError('NOT_FOUND', { field: 'siteId' })
  await ctx.services.places.narrow(ctx.scope, { siteId })
}

/**
 * Create a token by which a program can send the reports of one site's machines and nothing else. It is shown once. It
 * ends with the rights of its creator, and the eleventh token of a site ends the first.
 * @throws AppError NOT_FOUND for a site out of reach, VALIDATION without the own password
 */
export async function createReportToken(ctx: SignedInContext, request: ReportTokenRequest): Promise<IssuedToken> {
  const { siteId, name = null } = request
  await requireSite(ctx, siteId)
  const holder = await holderOf(ctx, request.userName)
  // Only the management may create a token with the rights of another user.
  if (holder.id !== ctx.viewer.userId && ctx.viewer.role !== 'manager') throw new AppError('FORBIDDEN')
  const now = ctx.clock()
  const expiresAt = new Date(now.getTime() + (request.days ?? defaultDays) * dayMs)
  await mayMake(ctx, holder.id, request, expiresAt, 'live.createToken')
  const session = { now, expiresAt, scope: 'report', site: { id: siteId, name } } as const
  return issueToken(ctx, holder, session, {
    action: 'live.createToken',
    targetKind: 'company',
    targetId: siteId,
    details: { name, until: expiresAt.toISOString(), holder: holder.user_name },
  })
}

type Found = {
  id: number
  name: string | null
  made_by: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

/**
 * Return the tokens that send reports of a site, newest first.
 * @throws AppError NOT_FOUND for a site out of reach
 */
export async function findReportTokens(ctx: SignedInContext, siteId: number): Promise<ReportTokenRow[]> {
  await requireSite(ctx, siteId)
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  const { rows } = await sql<Found>`
    select s.id, s.name, u.name as made_by, s.created_at, s.last_seen_at, s.expires_at from session s join app_user u on u.id = s.user_id
    where s.site_id = ${siteId} and s.ended_at is null and s.expires_at > ${ctx.clock()}::timestamptz order by s.id desc`.execute(
    ctx.db,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    madeBy: row.made_by,
    createdAt: time(row.created_at),
    lastSeenAt: row.last_seen_at > row.created_at ? time(row.last_seen_at) : null,
    expiresAt: time(row.expires_at),
  }))
}

/**
 * End a token at once.
 * @throws AppError NOT_FOUND for a token that is missing, ended or of a site out of reach, with the same answer
 */
export async function endReportToken(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const { rows } = await sql<{
    site_id: number
  }>`select site_id from session where id = ${id} and site_id is not null and ended_at is null`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new AppError('NOT_FOUND')
  await requireSite(ctx, found.site_id)
  return ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('session')
      .set({ ended_at: ctx.clock(), ended_reason: 'endedByAdministrator' })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) throw new AppError('NOT_FOUND')
    await ctx.services.audit.write(trx, ctx, {
      action: 'live.endToken',
      targetKind: 'company',
      targetId: found.site_id,
      details: { token: id },
    })
    return { id }
  })
}
