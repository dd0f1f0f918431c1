import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/** How long, in ms, long work waits at most at each of its steps for what people are served meanwhile: it goes on however many there are. */
const mostMs = 8
/** What takes longer, in ms, is a stream that is followed, or waits for something else than a processor. */
const longMs = 300
const served = new Set<{ since: number }>()

/** A request of a person, which is neither a feed nor a file, is being worked on. @returns what says that it is over; */
export function beginServing(): () => void {
  const request = { since: performance.now() }
  served.add(request)
  return () => served.delete(request)
}

function isServing(): boolean {
  const from = performance.now() - longMs
  for (const { since } of served) if (since > from) return true
  return false
}

/** Lets timers and other requests run. */
export const breathe = (): Promise<void> => turn()

/**
 * Lets other requests run, those of people to their end where that is near: a call goes through many steps, and would wait for long
 * work at each. Not for work that holds what they wait for, as the one connection of the embedded engine.
 */
export async function giveWay(): Promise<void> {
  await breathe()
  for (let waited = 0; isServing() && waited < mostMs; waited += 1) await wait(1)
}
