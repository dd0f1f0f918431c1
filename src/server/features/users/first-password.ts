import { refusedField } from '#server/services/refused-field.ts'
import { passwordProblem } from '#server/services/sign-in/password-problem.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'

/** Check a password that is set for another user. @throws AppError PASSWORD_RULE with the broken rule */
function checkFirstPassword(ctx: SignedInContext, plain: string, words: readonly (string | null | undefined)[]): void {
  const problem = passwordProblem(plain, ctx.config, { words, own: false })
  if (problem === null) return
  const sentence = word(ctx.request.language, problem)
  throw new AppError('PASSWORD_RULE', {
    field: 'password',
    sentence,
    fields: [{ field: 'password', problem: sentence }],
  })
}

/**
 * Hash the password that an administrator sets; a missing or undecryptable one breaks the rule with the same message.
 * @throws AppError VALIDATION when the two differ, PASSWORD_RULE
 */
export async function hashOf(
  ctx: SignedInContext,
  password: string | undefined,
  words: readonly (string | null | undefined)[],
  again?: string,
): Promise<string> {
  const plain = password === undefined ? '' : (ctx.services.keys.decrypt(password) ?? '')
  if (again !== undefined && (ctx.services.keys.decrypt(again) ?? '') !== plain)
    throw refusedField(ctx, 'passwordAgain', 'users.passwordsDiffer')
  checkFirstPassword(ctx, plain, words)
  return ctx.services.passwords.hash(plain)
}
