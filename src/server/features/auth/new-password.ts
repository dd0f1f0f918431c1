import type { Context } from '#server/context.ts'
import { passwordProblem } from '#server/services/sign-in/password-problem.ts'
import { AppError } from '#shared/errors.ts'
import { type Word, word } from '#shared/i18n/index.ts'

type Sent = {
  password: string
  again: string | undefined
  field: string
  differ: Word
  words: readonly (string | null | undefined)[]
}

/** Return the error for a field of the request that breaks a rule, in the documented words. */
export function refuseField(ctx: Context, field: string, problem: Word): AppError {
  const sentence = word(ctx.request.language, problem)
  return new AppError(field === 'password' || field === 'newPasswd' ? 'PASSWORD_RULE' : 'VALIDATION', {
    field,
    sentence,
    fields: [{ field, problem: sentence }],
  })
}

/**
 * Return the plain text of a password that a user chooses. A missing or undecryptable one breaks the password rule: an
 * error of its own would show an attacker who alters the ciphertext how far it was decrypted.
 * @throws AppError VALIDATION when the two differ, PASSWORD_RULE
 */
export function chosenPassword(ctx: Context, { password, again, field, differ, words }: Sent): string {
  const plain = ctx.services.keys.decrypt(password) ?? ''
  if (again !== undefined && (ctx.services.keys.decrypt(again) ?? '') !== plain)
    throw refuseField(ctx, `${field}Again`, differ)
  const problem = passwordProblem(plain, ctx.config, { words, own: true })
  if (problem !== null) throw refuseField(ctx, field, problem)
  return plain
}
