/** The server's response; null = unusable, so the call is sent in the usual way. */
export type EarlyAnswer = { data: unknown } | null
type SentRequest = { token: string; answer: Promise<EarlyAnswer> }
type Early = SentRequest & { at: number }

/** How long after the request a response counts as fresh, in milliseconds. */
const freshMilliseconds = 10_000

// Two scripts share this: the early one writes, the console's script reads.
const page = globalThis as typeof globalThis & { coldfleetEarly?: Map<string, Early> }

/** Store the response to a call that was sent before the console's script was loaded. */
export function putEarly(key: string, sent: SentRequest): void {
  page.coldfleetEarly ??= new Map()
  page.coldfleetEarly.set(key, { ...sent, at: performance.now() })
}

/**
 * Pass on the responses that `early.ts` requested and nobody has taken, as they arrive: a screen rendered after that
 * has its data at once.
 */
export function passEarly(token: string | null, pass: (key: string, data: unknown) => void): void {
  for (const [key, { answer }] of page.coldfleetEarly ?? [])
    void answer.then((arrived) => {
      // Keep nothing after a failure: the call that needs it takes the failure, and is sent again.
      if (arrived === null || !page.coldfleetEarly?.has(key)) return
      if (takeEarly(key, token) !== undefined) pass(key, arrived.data)
    })
}

/** Return the response to a call without taking it; null if none was sent. */
export const earlyAnswer = (key: string): Promise<EarlyAnswer> =>
  page.coldfleetEarly?.get(key)?.answer ?? Promise.resolve(null)

/** Return the response to a call, once, and only for the session that requested it. */
export function takeEarly(key: string, token: string | null): Promise<EarlyAnswer> | undefined {
  const early = page.coldfleetEarly?.get(key)
  if (early === undefined) return undefined
  page.coldfleetEarly?.delete(key)
  return early.token === token && performance.now() - early.at < freshMilliseconds ? early.answer : undefined
}
