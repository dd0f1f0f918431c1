import { useSyncExternalStore } from 'react'

const firstWait = 2_000
const longestWait = 10_000
/** A server that does not answer whether it is there is not there. */
const probeMilliseconds = 5_000

/** An answer that is none of the server's own: of what is between here and it, while it starts again or has too much to do. */
export class ForeignAnswer extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}, and not by the server`)
    this.status = status
  }
}

let away = false
let probing = false
const listeners = new Set<() => void>()
const returned = new Set<() => void>()

function put(next: boolean): void {
  if (away === next) return
  away = next
  for (const listener of listeners) listener()
  if (!next) for (const listener of returned) listener()
}

async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  // Any answer will do: a server that is busy is there.
  return fetch('/healthz', {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(probeMilliseconds),
  }).then(
    () => true,
    () => false,
  )
}

let timer: ReturnType<typeof setTimeout> | undefined
async function probe(wait: number): Promise<void> {
  clearTimeout(timer)
  if (probing) return
  probing = true
  const there = await isThere()
  probing = false
  put(!there)
  if (!there) timer = setTimeout(() => void probe(Math.min(2 * wait, longestWait)), wait)
}

/** Looks at once whether the server can be reached. */
export const lookAgain = (): void => void probe(firstWait)

/** A call got no answer: it may have been that call alone, so the server is asked before anything is said. */
export const noAnswer = (): void => {
  if (!away) lookAgain()
}

/** Whether the server is known to be out of reach; it is asked again by itself. */
export const isAway = (): boolean => away
export const useAway = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isAway)

/** Follows the browser's own word on the network; `back` = the server is there again. Answers how to stop. */
export function followConnection(back: () => void): () => void {
  returned.add(back)
  addEventListener('online', lookAgain)
  addEventListener('offline', lookAgain)
  if (!navigator.onLine) lookAgain()
  return () => {
    returned.delete(back)
    removeEventListener('online', lookAgain)
    removeEventListener('offline', lookAgain)
  }
}
