import type { SignedInContext } from '#server/trpc.ts'
import type { LoginAnswer } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { addMembership, chooseCompany, companyExists, enterCompany } from './queries.ts'
import { createSession, replaceSession } from './sessions.ts'
import { loginAnswer, sessionInfo } from './sign-in.ts'

const action = 'auth.changeCompany'

/** The caller enters another company: a new token that lives no longer than the old one, which ends. */
async function moveSelf(ctx: SignedInContext, userId: number, sessionId: number, companyId: number): Promise<LoginAnswer> {
  if ((await chooseCompany(ctx.db, userId, companyId)) === null) throw new AppError('NOT_FOUND')
  const now = ctx.clock()
  const token = await ctx.db.transaction().execute(async (trx) => {
    const before = await replaceSession(trx, sessionId, 'companyChanged', now)
    // Somebody else ended it, or changed the company in another tab, a moment ago.
    if (!before) throw new AppError('SESSION_ENDED')
    await enterCompany(trx, userId, companyId, now)
    const { address, agent } = ctx.request
    const created = await createSession(trx, { ...before, userId, now, address, agent })
    await ctx.services.audit.write(trx, ctx, {
      action,
      targetKind: 'user',
      targetId: userId,
      details: { from: ctx.viewer.companyId, to: companyId },
      companyId,
    })
    return created.token
  })
  return loginAnswer(ctx, token)
}

/** A manager puts somebody else into a company of the tree; that user's next request finds itself there. */
async function moveOther(ctx: SignedInContext, userId: number, companyId: number): Promise<LoginAnswer> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await companyExists(trx, companyId)) || !(await enterCompany(trx, userId, companyId, ctx.clock()))) throw new AppError('NOT_FOUND')
    await addMembership(trx, userId, companyId)
    await ctx.services.audit.write(trx, ctx, { action, targetKind: 'user', targetId: userId, details: { to: companyId }, companyId })
  })
  const token = ctx.request.token ?? ''
  return { ...(await sessionInfo(ctx, ctx.viewer)), token, lastPasswordResetDate: null }
}

/**
 * Enters `companyId`; only the management moves others. Source: trust.md row 21
 * @throws AppError FORBIDDEN for another user, NOT_FOUND for a company that is missing or not the caller's, alike
 */
export async function changeCompany(ctx: SignedInContext, request: { companyId: number; userId?: number | undefined }): Promise<LoginAnswer> {
  const { viewer } = ctx
  const userId = request.userId ?? viewer.userId
  if (userId === null) throw new AppError('VALIDATION', { field: 'userId' })
  if (userId === viewer.userId && viewer.sessionId !== null) return moveSelf(ctx, userId, viewer.sessionId, request.companyId)
  if (viewer.role !== 'manager') throw new AppError('FORBIDDEN')
  return moveOther(ctx, userId, request.companyId)
}
