import type { z } from 'zod'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { SetPasswordRequest } from '#shared/users.ts'
import { hashOf } from './first-password.ts'
import { findByUserName, resetPassword } from './queries.ts'

/**
 * Set a new first password by user name, for the operator.
 * @throws AppError NOT_FOUND, PASSWORD_RULE, VALIDATION for the caller's own password
 */
export async function setPassword(
  ctx: SignedInContext,
  { userName, password, ownPassword }: z.output<typeof SetPasswordRequest>,
): Promise<{ userName: string }> {
  const hash = await hashOf(ctx, password, [userName])
  const user = await findByUserName(ctx.db, userName)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.nick_name !== null)
    await confirmPassword(ctx, ownPassword, { action: 'users.setPassword', field: 'ownPassword' })
  await ctx.db.transaction().execute(async (trx) => {
    await resetPassword(trx, user.id, hash, ctx.clock())
    await ctx.services.audit.write(trx, ctx, { action: 'users.setPassword', targetKind: 'user', targetId: user.id })
  })
  await ctx.services.limits.forgive(user.user_name.toLowerCase())
  return { userName: user.user_name }
}
