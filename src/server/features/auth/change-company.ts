import { auditRow } from '#server/db/audit-row.ts'
import { updateRow } from '#server/db/records.ts'
import { lockUser, user } from '#server/features/users/lock-users.ts'
import { settle } from '#server/features/users/queries.ts'
import { holdBook } from '#server/services/places/hold-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { LoginAnswer } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { chooseCompany, companyExists, enterCompany } from './queries.ts'
import { createSession, replaceSession } from './sessions.ts'
import { loginAnswer, sessionInfo } from './sign-in.ts'

const action = 'auth.changeCompany'

/**
 * Let the caller enter another company. The old session ends, and the new token expires when the old one would have.
 */
async function moveSelf(
  ctx: SignedInContext,
  userId: number,
  sessionId: number,
  companyId: number,
): Promise<LoginAnswer> {
  if ((await chooseCompany(ctx.db, userId, companyId)) === null)
    throw new AppError(ctx.viewer.role === 'manager' ? 'NOT_FOUND' : 'FORBIDDEN')
  const now = ctx.clock()
  const token = await ctx.db.transaction().execute(async (trx) => {
    const before = await replaceSession(trx, sessionId, 'companyChanged', now)
    // The session was ended a moment ago, or another tab changed the company.
    if (!before) throw new AppError('SESSION_ENDED')
    await enterCompany(trx, userId, companyId, now)
    const { address, agent } = ctx.request
    const created = await createSession(trx, { ...before, userId, companyId, now, address, agent })
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

/**
 * Move another user to a company, as a manager. From the user's next request on the user works there, and belongs only
 * there in every list of users. The user's client or sub-account must belong to that company's base, and the user's
 * station is cleared when the base changes.
 */
async function moveOther(caller: SignedInContext, userId: number, companyId: number): Promise<LoginAnswer> {
  const ctx = await holdBook(caller)
  const { companies, clients, accounts } = await ctx.services.places.book()
  const tenantId = companies.get(companyId)?.tenantId
  await ctx.db.transaction().execute(async (trx) => {
    const held = await lockUser(trx, ctx, userId)
    const owner = accounts.get(held.account_id ?? 0) ?? clients.get(held.client_id ?? 0)
    if (!(await companyExists(trx, companyId)) || (owner && owner.companyId !== tenantId))
      throw new AppError('NOT_FOUND')
    const isElsewhere = companies.get(held.home_company_id)?.tenantId !== tenantId
    await updateRow(trx, ctx, user, held, { home_company_id: companyId, ...(isElsewhere ? { group_id: null } : {}) })
    await settle(trx, held, { ...held, home_company_id: companyId })
    await auditRow(trx, ctx, user, held, { action, companyId, details: { from: held.home_company_id, to: companyId } })
  })
  const token = ctx.request.token ?? ''
  return { ...(await sessionInfo(ctx, ctx.viewer)), token, lastPasswordResetDate: null }
}

/**
 * Enter `companyId`. Only the management may move other users. Source: trust.md row 21
 * @throws AppError FORBIDDEN for another user, and alike for a company that does not exist or is not the caller's;
 * NOT_FOUND for the management
 */
export async function changeCompany(
  ctx: SignedInContext,
  request: { companyId: number; userId?: number | undefined },
): Promise<LoginAnswer> {
  const { viewer } = ctx
  const userId = request.userId ?? viewer.userId
  if (userId === null) throw new AppError('VALIDATION', { field: 'userId', problem: 'problem.missing' })
  if (userId === viewer.userId && viewer.sessionId !== null)
    return moveSelf(ctx, userId, viewer.sessionId, request.companyId)
  if (viewer.role !== 'manager') throw new AppError('FORBIDDEN')
  return moveOther(ctx, userId, request.companyId)
}
