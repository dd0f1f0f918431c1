import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { createTRPCReact, getQueryKey } from '@trpc/react-query'
import type { AppRouter } from '#server/router.ts'
import type { CallHooks } from './call-hooks.ts'
import { ForeignAnswer, noAnswer } from './connection.ts'
import { passEarly } from './early/early-answers.ts'
import { earlyLink } from './early/early-link.ts'
import { callOf, type FirstCall } from './early/first-calls.ts'
import { HeaderEventSource } from './event-source.ts'
import { language } from './i18n.ts'
import { queryClient } from './query-client.ts'
import { tokenChanged } from './session.ts'
import { readToken } from './token.ts'

/** The server's procedures as hooks. */
export const trpc = createTRPCReact<AppRouter, unknown>() as unknown as CallHooks<AppRouter>
/** The part of a key that all answers of a query have. */
export const queryKeyOf = (query: { useQuery: unknown }): readonly unknown[] =>
  (getQueryKey as (query: unknown) => readonly unknown[])(query)

/** The key under which the answer to a call is kept, which no component has made yet. */
const keyOfCall = ({ path, input }: FirstCall): readonly unknown[] => [
  path.split('.'),
  { ...(input === undefined ? {} : { input }), type: 'query' },
]

/** Keeps what was asked for before this script was there, as it arrives, for the components that are about to ask. */
export const keepEarly = (): void =>
  passEarly(readToken(), (key, data) => queryClient.setQueryData(keyOfCall(callOf(key)), data))

/** Documented: a call that takes longer than 60 s has failed. */
const timeoutMilliseconds = 60_000
/** The server answers no more calls than this in one batch. */
const largestBatch = 10
const longestAddress = 2_000

/** Headers of every call: the token with its documented prefix, and the language of the answers. */
export function callHeaders(): Record<string, string> {
  const token = readToken()
  return { 'x-locale': language, ...(token === null ? {} : { authorization: `cat ${token}` }) }
}

const refused = 401
// The call that replaces the token cannot wait for itself.
const tokenChanger = '/auth.changeCompany'
/** The two calls that a remembered device is about; no other gets or sets a cookie. */
const cookieCalls = /\/auth\.(login|refresh)$/

async function callFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMilliseconds)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
  // The cookie of the token is for new tabs and must never reach the server with a call.
  const credentials = cookieCalls.test(String(input)) ? 'same-origin' : 'omit'
  const call = async () => {
    try {
      return await fetch(input, { ...init, headers: { ...init?.headers, ...callHeaders() }, credentials, signal })
    } catch (error) {
      if (!signal.aborted) noAnswer()
      throw error
    }
  }
  const sent = readToken()
  const answer = await call()
  if (!answer.headers.get('content-type')?.startsWith('application/json')) throw new ForeignAnswer(answer.status)
  if (answer.status !== refused || String(input).includes(tokenChanger)) return answer
  // A change of base ends the old token while other calls are on their way with it: they go again with the new one.
  await tokenChanged()
  return sent !== null && readToken() !== null && readToken() !== sent ? call() : answer
}

const url = '/trpc'

export const trpcClient = trpc.createClient({
  links: [
    earlyLink(),
    splitLink({
      condition: (call) => call.type === 'subscription',
      true: httpSubscriptionLink({
        url,
        EventSource: HeaderEventSource,
        eventSourceOptions: () => ({ headers: callHeaders() }),
      }),
      false: splitLink({
        condition: (call) => call.type === 'query',
        true: httpBatchLink({ url, fetch: callFetch, maxItems: largestBatch, maxURLLength: longestAddress }),
        // What changes something travels alone: some calls refuse company, and a file would hold up the others.
        false: httpLink({ url, fetch: callFetch }),
      }),
    }),
  ],
})
