import { describeError } from '#server/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { RunRefused } from './produce.ts'

/** Why a run sent nothing, or not everything, in both languages. */
export type Problem = Record<Language, string>

/** Errors that may disappear within minutes. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'BUSY',
  'TOO_MANY',
  'TOO_SLOW',
  'STORAGE_FULL',
  'READ_ONLY',
  'DATABASE_UNAVAILABLE',
  'INTERNAL',
])

/** Convert an error into a text for people, and tell whether a retry may succeed. */
export function problemOf(error: unknown): { problem: Problem; state: 'failed' | 'refused'; passes: boolean } {
  if (error instanceof RunRefused)
    return {
      problem: { zh: word('zh', error.problem), en: word('en', error.problem) },
      state: 'refused',
      passes: false,
    }
  const { appCode } = describeError(error, 'en')
  const problem = { zh: describeError(error, 'zh').message, en: describeError(error, 'en').message }
  return {
    problem,
    state: appCode === 'FORBIDDEN' || appCode === 'NOT_FOUND' ? 'refused' : 'failed',
    passes: passing.has(appCode),
  }
}
