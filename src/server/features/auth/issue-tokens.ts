import type { AuditAction } from '#server/audit-actions.ts'
import type { AuditEntry } from '#server/services/audit.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { CreateTokenRequest, IssuedToken } from '#shared/auth.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { confirmPassword } from './confirm-password.ts'
import { chooseCompany, findLoginUser, type LoginUser } from './queries.ts'
import { createSession, createTicket, liveSession, type NewSession } from './sessions.ts'

const minute = 60_000
const day = 1_440 * minute
const defaultDays = 90

/** Return the holder of a new token: the named user, or the caller. The terminal has no account and must name one. */
export async function holderOf(
  ctx: SignedInContext,
  userName: string | undefined,
): Promise<Pick<LoginUser, 'id' | 'user_name'>> {
  const { viewer } = ctx
  if (viewer.userId !== null && (userName === undefined || userName.toLowerCase() === viewer.userName.toLowerCase())) {
    return { id: viewer.userId, user_name: viewer.userName }
  }
  if (userName === undefined) throw new AppError('VALIDATION', { field: 'userName', problem: 'problem.missing' })
  const user = await findLoginUser(ctx.db, userName)
  if (!user || user.disabled) throw new AppError('NOT_FOUND')
  return user
}

/**
 * Create a ticket for one automatic sign-in of the caller, by `?token=`. Its session ends with the caller's session at
 * the latest. The terminal may create one for any user; such a session has a lifetime of its own.
 */
export async function mintTicket(ctx: SignedInContext, userName: string | undefined): Promise<IssuedToken> {
  const { viewer } = ctx
  if (viewer.actor === 'user' && userName !== undefined && userName.toLowerCase() !== viewer.userName.toLowerCase())
    throw new AppError('FORBIDDEN')
  const holder = await holderOf(ctx, userName)
  return ctx.db.transaction().execute(async (trx) => {
    const ticket = await createTicket(trx, holder.id, viewer.sessionId, ctx.clock())
    await ctx.services.audit.write(trx, ctx, { action: 'auth.mintTicket', targetKind: 'user', targetId: holder.id })
    return { token: ticket.token, userName: holder.user_name, expiresAt: ticket.expiresAt.toISOString() }
  })
}

/**
 * Check that the caller may create a token with this lifetime. A token cannot create one that outlives it, because a
 * chain of such tokens would never expire. A session can create one for up to a day. The caller's own password is
 * required for a longer one, for another user's, and for one that outlives a session that was begun without a password.
 * @throws AppError VALIDATION for a token that would outlive the token that creates it, or for a missing or wrong own
 * password; SESSION_ENDED
 */
export async function mayMake(
  ctx: SignedInContext,
  holderId: number,
  request: Pick<CreateTokenRequest, 'minutes' | 'ownPassword'>,
  expiresAt: Date,
  action: AuditAction = 'auth.createToken',
): Promise<void> {
  const { sessionId, userId } = ctx.viewer
  // The terminal is the operator.
  if (userId === null) return
  const now = ctx.clock()
  const maker = sessionId === null ? null : await liveSession(ctx.db, sessionId, now)
  if (!maker) throw new AppError('SESSION_ENDED')
  const outlives = expiresAt > maker.expires_at
  if (outlives && maker.kind === 'script') {
    const until = businessTime(maker.expires_at, ctx.config.timeZone)
    const problem = word(ctx.request.language, 'token.outlives', { until })
    const field = request.minutes === undefined ? 'days' : 'minutes'
    throw new AppError('VALIDATION', { field, sentence: problem, fields: [{ field, problem }] })
  }
  const isLong = expiresAt.getTime() - now.getTime() > day
  if (holderId !== userId || isLong || (outlives && maker.password_at === null)) {
    await confirmPassword(ctx, request.ownPassword, { action, field: 'ownPassword' })
  }
}

/**
 * Create a token for programs with the rights of its holder. It expires after the given time, even if it is used.
 * @throws see `mayMake`
 */
export async function createToken(ctx: SignedInContext, request: CreateTokenRequest): Promise<IssuedToken> {
  const holder = await holderOf(ctx, request.userName)
  const now = ctx.clock()
  const expiresAt = new Date(
    now.getTime() + (request.minutes === undefined ? (request.days ?? defaultDays) * day : request.minutes * minute),
  )
  await mayMake(ctx, holder.id, request, expiresAt)
  const scope = request.scope ?? 'full'
  return issueToken(
    ctx,
    holder,
    { now, expiresAt, scope },
    {
      action: 'auth.createToken',
      targetKind: 'user',
      targetId: holder.id,
      details: { until: expiresAt.toISOString(), scope },
    },
  )
}

/**
 * Create a token for a program, and write its audit log entry.
 * @throws AppError NOT_FOUND for a holder who may enter no company
 */
export async function issueToken(
  ctx: SignedInContext,
  holder: Pick<LoginUser, 'id' | 'user_name'>,
  token: Pick<NewSession, 'now' | 'scope' | 'site'> & { expiresAt: Date },
  logged: AuditEntry,
): Promise<IssuedToken> {
  // A token of the caller works in the caller's present company, one of another user in the company of that user's next
  // sign-in.
  const companyId = await chooseCompany(
    ctx.db,
    holder.id,
    holder.id === ctx.viewer.userId ? ctx.viewer.companyId : undefined,
  )
  if (companyId === null) throw new AppError('NOT_FOUND')
  const { address, agent } = ctx.request
  return ctx.db.transaction().execute(async (trx) => {
    const created = await createSession(trx, {
      ...token,
      userId: holder.id,
      companyId,
      kind: 'script',
      passwordAt: null,
      address,
      agent,
    })
    await ctx.services.audit.write(trx, ctx, logged)
    return { token: created.token, userName: holder.user_name, expiresAt: token.expiresAt.toISOString() }
  })
}
