import { expect } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'

/** Match the error of a refused call by its code, and by its field if one is given. */
export const refusal = (code: string, field?: string) =>
  expect.objectContaining({
    cause: expect.objectContaining({ code, ...(field ? { details: expect.objectContaining({ field }) } : {}) }),
  })

/** Return the code with which a call was refused; `answered` if it was not. */
export const codeOf = (answer: Promise<unknown>): Promise<string | undefined> =>
  answer.then(
    () => 'answered',
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code,
  )

/** Return the code of a refusal and its problem, in Chinese. */
export const refusedAs = (error: unknown): string =>
  error instanceof AppError
    ? `${error.code} ${error.details.problem ? word('zh', error.details.problem, error.details.values) : ''}`.trim()
    : String(error)
