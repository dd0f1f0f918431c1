import { z } from 'zod'

/** The kinds of calls in the burst; each has its own limits. */
export const kinds = ['health', 'signIn', 'session', 'saving', 'reading', 'charts', 'heavy'] as const
export type Kind = (typeof kinds)[number]

const Call = z.object({
  kind: z.enum(kinds),
  /** Number of such calls among 100 of the burst. */
  share: z.number(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  /** `{n}` is replaced by the number of the request, so that no two are the same. */
  body: z.string().nullable(),
  /** Sent by a signed-in user, another one each time. */
  signedIn: z.boolean(),
})
export type Call = z.output<typeof Call>

/**
 * The generator's input: `rate` calls a second for `seconds` (0 = one call after the other on each connection), then
 * `afterSeconds` of probes only.
 */
export const Plan = z.object({
  url: z.string(),
  rate: z.number(),
  seconds: z.number(),
  afterSeconds: z.number(),
  connections: z.number(),
  tokens: z.array(z.string()),
  calls: z.array(Call),
  /** Sent at a constant rate throughout, over separate connections. */
  probes: z.array(Call.extend({ everyMs: z.number() })),
})
export type Plan = z.output<typeof Plan>

/** One response: `at` and `ms` count from the moment when the call was due, so that a late generator hides nothing. */
export const Answer = z.object({
  kind: z.enum(kinds),
  probe: z.boolean(),
  /** Milliseconds since the start of the burst. */
  at: z.number(),
  ms: z.number(),
  /** HTTP status; 0 = no response. */
  status: z.number(),
  /** Served with the requested data: status 200, and code 200 if the response is an envelope. */
  served: z.boolean(),
  /** The response has Retry-After. */
  retry: z.boolean(),
})
export type Answer = z.output<typeof Answer>
