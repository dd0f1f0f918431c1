import { AppError } from '#shared/errors.ts'
import type { Word } from '#shared/i18n/index.ts'

/** Refuses a feed as a whole; what is wrong is said when it is told, in the language of the reader. */
export const unreadable = (problem: Word, values: Record<string, string | number> = {}, cause?: unknown): AppError =>
  new AppError('FEED_UNREADABLE', { problem, values }, cause)
