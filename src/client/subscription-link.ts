import { httpSubscriptionLink, type TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { HeaderEventSource } from './event-source.ts'

type Options = { url: string; headers: () => Record<string, string> }

/** Return the link that follows a subscription by server-sent events, with the headers of every other call. */
export const eventLink = <Router extends AnyRouter>({ url, headers }: Options): TRPCLink<Router> =>
  httpSubscriptionLink<AnyRouter, typeof HeaderEventSource>({
    url,
    EventSource: HeaderEventSource,
    eventSourceOptions: () => ({ headers: headers() }),
  })
