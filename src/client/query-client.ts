import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { codeOf, meansSignedOut, reportFailure } from './failures.ts'

const staleMilliseconds = 5_000
const mostRetries = 2

/** Notifications of changed data that are not delivered yet. */
let changed: (() => void)[] = []
// Deliver the responses of one batch together: delivered one by one, each would render the page again, and lower parts
// before upper ones.
notifyManager.setScheduler((tell) => {
  changed.push(tell)
  if (changed.length > 1) return
  setTimeout(() => {
    const all = changed
    changed = []
    for (const one of all) one()
  })
})

/** Retry if there was no response at all, or if the server is busy. */
const mayRetry = (count: number, error: unknown): boolean => {
  const code = codeOf(error)
  return count < mostRetries && (code === null || code === 'BUSY' || code === 'DATABASE_UNAVAILABLE')
}

/**
 * One cache per page. Every failure is reported once, here; with `meta: { silent: true }` on a call its screen handles
 * the failure, with an error code instead of true only that failure. An ended session is always reported, except to the
 * sign-in page (`quiet`).
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
