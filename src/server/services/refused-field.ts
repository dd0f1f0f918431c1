import { AppError, type FieldProblem } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'

/** Create the error of a field that breaks a rule of its feature, in the words of its screen. */
export function refusedField(ctx: { request: { language: Language } }, field: string, problem: Word): AppError {
  const sentence = word(ctx.request.language, problem)
  const fields: FieldProblem[] = [{ field, problem: sentence }]
  return new AppError('VALIDATION', { field, sentence, fields })
}
