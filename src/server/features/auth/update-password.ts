import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { UpdatePasswordRequest } from '#shared/own-account.ts'
import { isOwnPassword } from './confirm-password.ts'
import { chosenPassword, refuseField } from './new-password.ts'
import { findOwnLogin, keepOwnPassword } from './queries.ts'
import { endEverything } from './remembered-devices.ts'
import { markPasswordTyped } from './sessions.ts'

const freshMilliseconds = 10 * 60_000

/** @throws AppError OLD_PASSWORD_NEEDED, OLD_PASSWORD_WRONG; a wrong one counts as a failed sign-in */
async function checkOld(
  ctx: SignedInContext,
  own: Parameters<typeof isOwnPassword>[1],
  sent: string | undefined,
): Promise<void> {
  if (sent === undefined) throw new AppError('OLD_PASSWORD_NEEDED')
  if (!(await isOwnPassword(ctx, own, sent, { action: 'auth.updatePassword' })))
    throw new AppError('OLD_PASSWORD_WRONG')
}

/**
 * Change the caller's own password. Within ten minutes after the password was typed this needs nothing else, afterwards
 * the old password. All other sessions and remembered devices end; the present session stays. Source: trust.md row 12
 * @throws AppError FORBIDDEN, OLD_PASSWORD_NEEDED (4010), OLD_PASSWORD_WRONG, VALIDATION, PASSWORD_RULE, TOO_MANY
 */
export async function updateOwnPassword(
  ctx: SignedInContext,
  request: UpdatePasswordRequest,
): Promise<{ id: number; ended: number }> {
  const { userId, sessionId } = ctx.viewer
  const own = userId === null || sessionId === null ? null : await findOwnLogin(ctx.db, userId, sessionId)
  const names = own ? [own.user_name.toLowerCase(), own.phone] : []
  if (
    !own ||
    sessionId === null ||
    request.id !== own.id ||
    (request.userName !== undefined && !names.includes(request.userName.toLowerCase()))
  ) {
    throw new AppError('FORBIDDEN')
  }
  const now = ctx.clock()
  const words = [own.user_name, own.phone, own.company_name]
  const { password, passwordAgain: again } = request
  const plain = chosenPassword(ctx, { password, again, field: 'password', differ: 'account.passwordsDiffer', words })
  const isFresh = own.password_at !== null && now.getTime() - own.password_at.getTime() < freshMilliseconds
  if (!isFresh)
    await checkOld(
      ctx,
      { userId: own.id, userName: own.user_name, passwordHash: own.password_hash },
      request.oldPassword,
    )
  if (await ctx.services.passwords.verify(own.password_hash, plain)) throw refuseField(ctx, 'password', 'password.same')
  const hash = await ctx.services.passwords.hash(plain)
  const ended = await ctx.db.transaction().execute(async (trx) => {
    await keepOwnPassword(trx, own.id, hash, now)
    const others = await endEverything(trx, own.id, 'passwordChanged', now, sessionId)
    await markPasswordTyped(trx, sessionId, now)
    await ctx.services.audit.write(trx, ctx, {
      action: 'auth.updatePassword',
      targetKind: 'user',
      targetId: own.id,
      details: { ended: others },
    })
    return others
  })
  return { id: own.id, ended }
}
