import { AppError } from '#shared/errors.ts'
import type { Word } from '#shared/i18n/index.ts'

/** Create the refusal of a whole feed. Its sentence is created later, in the language of the reader. */
export const unreadable = (problem: Word, values: Record<string, string | number> = {}, cause?: unknown): AppError =>
  new AppError('FEED_UNREADABLE', { problem, values }, cause)
