import { httpBatchLink, httpLink, type Operation, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import type { SessionInfo } from '#shared/auth.ts'
import type { CallHooks } from './call-hooks.ts'
import { ForeignAnswer, onNoAnswer } from './connection.ts'
import { earlyAnswer, passEarly } from './early/early-answers.ts'
import { earlyLink } from './early/early-link.ts'
import { callKey, callOf, type FirstCall, sessionCall } from './early/first-calls.ts'
import { codeOf } from './failures.ts'
import { language } from './i18n.ts'
import { callAnswered, callKeyOf } from './idempotency-key.ts'
import { queryClient } from './query-client.ts'
import { tokenChanged } from './session.ts'
import { readToken } from './token.ts'

/** The server's procedures as hooks. */
export const trpc = createTRPCReact<AppRouter, unknown>() as unknown as CallHooks<AppRouter>
/** Return the common prefix of the keys of all cached data of a query. */
export const queryKeyOf = (query: { useQuery: unknown }): readonly unknown[] =>
  (getQueryKey as (query: unknown) => readonly unknown[])(query)

/** Return the cache key for a call that no component has made yet. */
const keyOfCall = ({ path, input }: FirstCall): readonly unknown[] => [
  path.split('.'),
  { ...(input === undefined ? {} : { input }), type: 'query' },
]

/**
 * Cache the responses to calls sent before this script was loaded, as they arrive, for the components that need them.
 */
export const keepEarly = (): void =>
  passEarly(readToken(), (key, data) => queryClient.setQueryData(keyOfCall(callOf(key)), data))

/** Return the session that was requested before this script was loaded, once it arrives; null without a session. */
export const earlySession = async (): Promise<SessionInfo | null> =>
  ((await earlyAnswer(callKey(sessionCall)))?.data as SessionInfo | undefined) ?? null

/** Documented: a call that takes longer than 60 s fails. */
const timeoutMilliseconds = 60_000
/** The most calls in one batch that the server accepts. */
const largestBatch = 10
const longestAddress = 2_000

/** Return the headers of every call: the token with its documented prefix, and the language of the responses. */
export function callHeaders(): Record<string, string> {
  const token = readToken()
  return { 'x-locale': language, ...(token === null ? {} : { authorization: `cat ${token}` }) }
}

const refused = 401
// The call that replaces the token cannot wait for itself.
const tokenChanger = '/auth.changeCompany'
/** The two calls for a remembered device; no other one sends or receives a cookie. */
const cookieCalls = /\/auth\.(login|refresh)$/

async function callFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMilliseconds)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
  // The token's cookie is only for new tabs and must never be sent to the server with a call.
  const credentials = cookieCalls.test(String(input)) ? 'same-origin' : 'omit'
  const call = async () => {
    try {
      return await fetch(input, { ...init, headers: { ...init?.headers, ...callHeaders() }, credentials, signal })
    } catch (error) {
      if (!signal.aborted) onNoAnswer()
      throw error
    }
  }
  const sent = readToken()
  const answer = await call()
  if (!answer.headers.get('content-type')?.startsWith('application/json')) throw new ForeignAnswer(answer.status)
  if (answer.status !== refused || String(input).includes(tokenChanger)) return answer
  // A change of base ends the old token while other calls use it: retry them with the new token.
  await tokenChanged()
  return sent !== null && readToken() !== null && readToken() !== sent ? call() : answer
}

const url = '/trpc'

const keyHeader = (op: Operation) => (op.type === 'mutation' ? { 'idempotency-key': callKeyOf(op) } : {})
/** Note which changes the server has responded to, also by a refusal. */
const changeLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (result) => {
          callAnswered(op)
          observer.next(result)
        },
        error: (error) => {
          if (codeOf(error) !== null) callAnswered(op)
          observer.error(error)
        },
        complete: () => observer.complete(),
      }),
    )

/** Load the link of subscriptions with the first one: only the progress of a feed is followed by one. */
const subscriptionLink: TRPCLink<AppRouter> =
  (runtime) =>
  ({ op, next }) =>
    observable((observer) => {
      let unsubscribe: (() => void) | null = () => {}
      import('./subscription-link.ts').then(
        ({ eventLink }) => {
          if (unsubscribe === null) return
          const link = eventLink<AppRouter>({ url, headers: callHeaders })(runtime)
          unsubscribe = link({ op, next }).subscribe(observer).unsubscribe
        },
        (error: unknown) => observer.error(TRPCClientError.from(error instanceof Error ? error : new Error())),
      )
      return () => {
        unsubscribe?.()
        unsubscribe = null
      }
    })

export const trpcClient = trpc.createClient({
  links: [
    earlyLink(),
    splitLink({
      condition: (call) => call.type === 'subscription',
      true: subscriptionLink,
      false: splitLink({
        condition: (call) => call.type === 'query',
        true: httpBatchLink({ url, fetch: callFetch, maxItems: largestBatch, maxURLLength: longestAddress }),
        // Send mutations alone: some calls may not be in a batch, and a file would delay the others.
        false: [changeLink, httpLink({ url, fetch: callFetch, headers: ({ op }) => keyHeader(op) })],
      }),
    }),
  ],
})
