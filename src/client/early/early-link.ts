import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { readToken } from '#client/token.ts'
import { takeEarly } from './early-answers.ts'
import { callKey } from './first-calls.ts'

/**
 * Answer a query with the response that `early.ts` has already requested; after a failure send the query again, and
 * report its failure as usual.
 */
export const earlyLink =
  <Router extends AnyRouter>(): TRPCLink<Router> =>
  () =>
  ({ op, next }) => {
    const early = op.type === 'query' ? takeEarly(callKey({ path: op.path, input: op.input }), readToken()) : undefined
    if (early === undefined) return next(op)
    return observable((observer) => {
      let rest: { unsubscribe: () => void } | undefined
      let ended = false
      void early.then((answer) => {
        if (ended) return
        if (answer === null) rest = next(op).subscribe(observer)
        else {
          observer.next({ result: { type: 'data', data: answer.data } })
          observer.complete()
        }
      })
      return () => {
        ended = true
        rest?.unsubscribe()
      }
    })
  }
