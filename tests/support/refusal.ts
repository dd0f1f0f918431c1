import { expect } from 'vitest'

/** Matches the error of a refused call by its code, and by the field that it names where one is given. */
export const refusal = (code: string, field?: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code, ...(field ? { details: expect.objectContaining({ field }) } : {}) }) })

/** The code with which a call was refused; `answered` when it was not. */
export const codeOf = (answer: Promise<unknown>): Promise<string | undefined> =>
  answer.then(
    () => 'answered',
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code,
  )
