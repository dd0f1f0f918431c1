import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { codeOf, meansSignedOut, reportFailure } from './failures.ts'

const staleMilliseconds = 5_000
const mostRetries = 2

/** What answers have changed and nobody was told of yet. */
let changed: (() => void)[] = []
// The answers to the calls of one batch come together, and are drawn together: told one by one, each would draw the page again, with what is
// below it before what is above.
notifyManager.setScheduler((tell) => {
  changed.push(tell)
  if (changed.length > 1) return
  setTimeout(() => {
    const all = changed
    changed = []
    for (const one of all) one()
  })
})

/** Worth another try: no answer at all, or a server that says it is busy. */
const mayRetry = (count: number, error: unknown): boolean => {
  const code = codeOf(error)
  return count < mostRetries && (code === null || code === 'BUSY' || code === 'DATABASE_UNAVAILABLE')
}

/**
 * One cache a page. Every failure is reported once, here; `meta: { silent: true }` on a call keeps it for the screen, an error's code instead of
 * true that one alone. That the session is over no screen and no form keeps for itself, but the sign-in page does (`quiet`).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const silent = query.meta?.silent
      if (query.meta?.quiet === true) return
      if (meansSignedOut(error) || (silent !== true && silent !== codeOf(error))) reportFailure(error, false)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      const silent = mutation.meta?.silent === true
      if (meansSignedOut(error) || !silent) reportFailure(error, true, silent)
    },
  }),
  defaultOptions: {
    queries: { staleTime: staleMilliseconds, retry: mayRetry, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
