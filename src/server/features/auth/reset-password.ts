import type { Context } from '#server/context.ts'
import { passwordProblem } from '#server/services/sign-in/password-problem.ts'
import { AppError } from '#shared/errors.ts'
import { codePattern, type ResetPasswordRequest } from '#shared/own-account.ts'
import { hashOfPhone, tryCode, useCode } from './codes.ts'
import { chosenPassword, refuseField } from './new-password.ts'
import { findByPhoneOrId, keepOwnPassword } from './queries.ts'
import { endEverything } from './remembered-devices.ts'

/**
 * Set a new password with the code that was sent to the phone, and end all sessions of the user. An unknown phone, a
 * wrong code, another user's id and a disabled user get the same answer after the same work. Source: trust.md row 11
 * @throws AppError CODE_INVALID, VALIDATION, PASSWORD_RULE, TOO_MANY
 */
export async function resetPasswordByCode(ctx: Context, request: ResetPasswordRequest): Promise<{ reset: true }> {
  const { keys, limits, passwords, audit } = ctx.services
  await limits.admit(ctx.request.address)
  const words = [request.userName]
  const plain = chosenPassword(ctx, {
    password: request.newPasswd,
    again: request.newPasswdAgain,
    field: 'newPasswd',
    differ: 'account.passwordsDiffer',
    words,
  })
  const now = ctx.clock()
  const user = await findByPhoneOrId(ctx.db, request.userName, { phoneOnly: true })
  const tried = await tryCode(ctx.db, hashOfPhone(keys.pepper, request.userName), now)
  const isNamed = user !== null && [undefined, '0', String(user.id), user.phone].includes(request.id)
  // Compute both hashes whatever the code is, so that the time does not show what is wrong.
  const matches = await passwords.verify(tried?.code_hash ?? null, codePattern.test(request.code) ? request.code : '')
  const hash = await passwords.hash(plain)
  const refuse = async () => {
    const whom = user ? { targetKind: 'user' as const, targetId: user.id } : {}
    await audit.write(ctx.db, ctx, { action: 'auth.resetPassword', ...whom, result: 'failed', companyId: null })
    return new AppError('CODE_INVALID')
  }
  if (!matches || !tried || !user || !isNamed) throw await refuse()
  const problem = passwordProblem(plain, ctx.config, {
    words: [user.user_name, user.phone, user.company_name],
    own: true,
  })
  if (problem !== null) throw refuseField(ctx, 'newPasswd', problem)
  // The administrator who set the present password still knows it, so the user cannot choose it again.
  if (user.last_password_reset_date === null && (await passwords.verify(user.password_hash, plain)))
    throw refuseField(ctx, 'newPasswd', 'password.same')
  const won = await ctx.db.transaction().execute(async (trx) => {
    if (!(await useCode(trx, tried.id, now))) return false
    await keepOwnPassword(trx, user.id, hash, now)
    await endEverything(trx, user.id, 'passwordChanged', now)
    await audit.write(trx, ctx, {
      action: 'auth.resetPassword',
      targetKind: 'user',
      targetId: user.id,
      companyId: user.home_company_id,
    })
    return true
  })
  if (!won) throw await refuse()
  await limits.forgive(user.user_name.toLowerCase())
  return { reset: true }
}
