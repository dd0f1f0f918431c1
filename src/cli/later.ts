import { retryLink } from '@trpc/client'
import { cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'
import { remark } from './output.ts'

const second = 1_000
/** A server that says "later" more often, or for longer, is not waited for. */
const mostTries = 60
const longestWaitSeconds = 600

/** After how many seconds a refused call may be tried again, as the server said; null = it said nothing of the kind, and trying again changes nothing. */
function retryAfterOf(error: unknown): number | null {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : null
  const details: unknown = typeof data === 'object' && data !== null && 'details' in data ? data.details : null
  const seconds: unknown =
    typeof details === 'object' && details !== null && 'retryAfterSeconds' in details ? details.retryAfterSeconds : null
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

/** Waits as long as a busy server asks and tries again, with a word on standard error; what was refused like that has done nothing. */
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
