import { z } from 'zod'

/** What a call of the burst is for; each is judged apart. */
export const kinds = ['health', 'signIn', 'session', 'saving', 'reading', 'charts', 'heavy'] as const
export type Kind = (typeof kinds)[number]

const Call = z.object({
  kind: z.enum(kinds),
  /** How often among 100 calls of the burst. */
  share: z.number(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  /** `{n}` stands for the number of the request, so that no two are the same. */
  body: z.string().nullable(),
  /** Sent by a person who has signed in, another one each time. */
  signedIn: z.boolean(),
})
export type Call = z.output<typeof Call>

/**
 * What the generator is told: `rate` calls a second for `seconds` (0 = one call after the other on each connection), then `afterSeconds`
 * of probes alone.
 */
export const Plan = z.object({
  url: z.string(),
  rate: z.number(),
  seconds: z.number(),
  afterSeconds: z.number(),
  connections: z.number(),
  tokens: z.array(z.string()),
  calls: z.array(Call),
  /** Sent at a steady pace throughout, over connections of their own. */
  probes: z.array(Call.extend({ everyMs: z.number() })),
})
export type Plan = z.output<typeof Plan>

/** One answer: `at` and `ms` count from the moment when the call was due, so that a generator that waits hides nothing. */
export const Answer = z.object({
  kind: z.enum(kinds),
  probe: z.boolean(),
  /** Milliseconds since the burst began. */
  at: z.number(),
  ms: z.number(),
  /** HTTP status; 0 = no answer at all. */
  status: z.number(),
  /** Served with what was asked for: status 200, and code 200 where the answer is an envelope. */
  served: z.boolean(),
  /** Retry-After was there. */
  retry: z.boolean(),
})
export type Answer = z.output<typeof Answer>
