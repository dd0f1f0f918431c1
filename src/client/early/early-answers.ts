/** What the server answered; null = nothing that can be used, so the call is made in the usual way. */
export type EarlyAnswer = { data: unknown } | null
type Asked = { token: string; answer: Promise<EarlyAnswer> }
type Early = Asked & { at: number }

/** How long after it was asked for an answer still counts as fresh, in milliseconds. */
const freshMilliseconds = 10_000

// Two scripts share it: the early one writes, that of the console reads.
const page = globalThis as typeof globalThis & { coldfleetEarly?: Map<string, Early> }

/** Keeps the answer to a call that was made before the script of the console was there. */
export function putEarly(key: string, asked: Asked): void {
  page.coldfleetEarly ??= new Map()
  page.coldfleetEarly.set(key, { ...asked, at: performance.now() })
}

/** Hands over what `early.ts` has asked for and nobody has taken, as it arrives: a screen that is drawn after that has its data at once. */
export function passEarly(token: string | null, pass: (key: string, data: unknown) => void): void {
  for (const [key, { answer }] of page.coldfleetEarly ?? [])
    void answer.then((arrived) => {
      // Of a failure nothing is kept here: the call that needs it takes it, and asks again.
      if (arrived === null || !page.coldfleetEarly?.has(key)) return
      if (takeEarly(key, token) !== undefined) pass(key, arrived.data)
    })
}

/** The answer to a call, once, and only for the session that asked for it. */
export function takeEarly(key: string, token: string | null): Promise<EarlyAnswer> | undefined {
  const early = page.coldfleetEarly?.get(key)
  if (early === undefined) return undefined
  page.coldfleetEarly?.delete(key)
  return early.token === token && performance.now() - early.at < freshMilliseconds ? early.answer : undefined
}
