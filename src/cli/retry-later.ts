import { retryLink } from '@trpc/client'
import { cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'
import { remark } from './output.ts'

const second = 1_000
/** Give up if a server asks to retry later more often, or after a longer time. */
const mostTries = 60
const longestWaitSeconds = 600

/**
 * Return the seconds after which a refused call may be repeated, as the server said; null = it gave no time, and
 * repeating is pointless.
 */
function retryAfterOf(error: unknown): number | null {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : null
  const details: unknown = typeof data === 'object' && data !== null && 'details' in data ? data.details : null
  const seconds: unknown =
    typeof details === 'object' && details !== null && 'retryAfterSeconds' in details ? details.retryAfterSeconds : null
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

/**
 * Wait as long as a busy server asks and repeat the call, with a notice on standard error; a call refused like this has
 * done nothing.
 */
export function laterLink(language: Language): ReturnType<typeof retryLink> {
  let seconds = 1
  return retryLink({
    retry: ({ error, attempts }) => {
      const asked = retryAfterOf(error)
      if (asked === null || asked > longestWaitSeconds || attempts > mostTries) return false
      seconds = asked
      remark(cliWord(language, 'cli.waiting', { seconds }))
      return true
    },
    retryDelayMs: () => seconds * second,
  })
}
