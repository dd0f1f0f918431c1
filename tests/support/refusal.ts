import { expect } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'

/** Matches the error of a refused call by its code, and by the field that it names where one is given. */
export const refusal = (code: string, field?: string) =>
  expect.objectContaining({
    cause: expect.objectContaining({ code, ...(field ? { details: expect.objectContaining({ field }) } : {}) }),
  })

/** The code with which a call was refused; `answered` when it was not. */
export const codeOf = (answer: Promise<unknown>): Promise<string | undefined> =>
  answer.then(
    () => 'answered',
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code,
  )

/** The code of a refusal and what it says is wrong, in Chinese. */
export const refusedAs = (error: unknown): string =>
  error instanceof AppError
    ? `${error.code} ${error.details.problem ? word('zh', error.details.problem, error.details.values) : ''}`.trim()
    : String(error)
