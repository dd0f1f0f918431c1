import { createStore } from './external-store.ts'

const firstWait = 2_000
const longestWait = 10_000
/** A server that does not answer the health check within this time counts as unreachable. */
const probeMilliseconds = 5_000

/** A response that is not from our server, but from a proxy in between, while the server restarts or is overloaded. */
export class ForeignAnswer extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}, and not by the server`)
    this.status = status
  }
}

const unreachable = createStore(false)
let probing: Promise<void> | null = null
const returned = new Set<() => void>()

function put(next: boolean): void {
  if (unreachable.get() === next) return
  unreachable.set(next)
  if (!next) for (const listener of returned) listener()
}

async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  // Any response will do: a busy server is reachable.
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
function probe(wait: number): Promise<void> {
  clearTimeout(timer)
  probing ??= isThere().then((there) => {
    probing = null
    put(!there)
    if (!there) timer = setTimeout(() => void probe(Math.min(2 * wait, longestWait)), wait)
  })
  return probing
}

/** Check at once whether the server is reachable. */
export const checkConnection = (): void => void probe(firstWait)

/** A call got no response: possibly only that call failed, so check the server before reporting anything. */
export const onNoAnswer = (): void => {
  if (!unreachable.get()) checkConnection()
}

/** Is the server unreachable, as the bar then says? Without an answer to a call this is checked first. */
export async function isAway(): Promise<boolean> {
  if (!unreachable.get()) await probe(firstWait)
  return unreachable.get()
}
export const useUnreachable = (): boolean => unreachable.useStored()

/** Call `listener` whenever the server is reachable again. Return the function that stops it. */
export function onServerReturn(listener: () => void): () => void {
  returned.add(listener)
  return () => returned.delete(listener)
}

/** Follow the browser's network events; `back` = the server is reachable again. Return the function that stops it. */
export function followConnection(back: () => void): () => void {
  const stop = onServerReturn(back)
  addEventListener('online', checkConnection)
  addEventListener('offline', checkConnection)
  if (!navigator.onLine) checkConnection()
  return () => {
    stop()
    removeEventListener('online', checkConnection)
    removeEventListener('offline', checkConnection)
  }
}
