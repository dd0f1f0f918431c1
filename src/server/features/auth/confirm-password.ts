import type { AuditAction } from '#server/audit-actions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { recordFailure } from './failed-attempt.ts'
import { deviceByCookie } from './remembered-devices.ts'

type Own = { userId: number; userName: string; passwordHash: string | null }

/**
 * Tell whether a ciphertext is the caller's own password. A wrong one counts as a failed sign-in and is logged under
 * `action`. A ciphertext that cannot be decrypted counts as wrong, after the same work. Never call this inside a
 * transaction.
 * @throws AppError TOO_MANY, BUSY
 */
export async function isOwnPassword(
  ctx: SignedInContext,
  { userId, userName, passwordHash }: Own,
  sent: string,
  failed: { action: AuditAction; details?: Record<string, unknown> },
): Promise<boolean> {
  const { keys, limits, passwords } = ctx.services
  const plain = keys.decrypt(sent)
  const deviceId = await deviceByCookie(ctx, userId)
  return limits.guard({ account: userName.toLowerCase(), ip: ctx.request.address, deviceId }, async ({ locked }) => {
    const matches = await passwords.verify(passwordHash, plain ?? '')
    const answer = matches && plain !== null && !locked
    return { succeeded: answer, answer, ...(answer ? {} : { record: recordFailure(ctx, { ...failed, userId }) }) }
  })
}

/**
 * Check the caller's password again before an action that a stolen session must not be enough for: deleting a place,
 * giving a role, or making a token that is long-lived or for another user. The terminal is the operator and has no
 * password. Source: trust.md, threat model
 * @throws AppError VALIDATION with `field` for a password that is missing or wrong, TOO_MANY
 */
export async function confirmPassword(
  ctx: SignedInContext,
  sent: string | undefined,
  { action, field }: { action: AuditAction; field: string },
): Promise<void> {
  const { userId, userName } = ctx.viewer
  if (userId === null) return
  const refused = (problem: 'ownPassword.missing' | 'ownPassword.wrong') => {
    const sentence = word(ctx.request.language, problem)
    return new AppError('VALIDATION', { field, sentence, fields: [{ field, problem: sentence }] })
  }
  if (sent === undefined) throw refused('ownPassword.missing')
  const stored = await ctx.db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  const own = { userId, userName, passwordHash: stored?.password_hash ?? null }
  if (!(await isOwnPassword(ctx, own, sent, { action, details: { reason: 'password' } })))
    throw refused('ownPassword.wrong')
}
