import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { startThread } from '#server/thread.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/errors.ts'
import { createKeptThread } from './kept-thread.ts'

/** `taken`: one item was consumed; `stop`: the rest is not needed. */
export type ToStreamingThread =
  | { id: number; input: unknown }
  | { id: number; taken: true }
  | { id: number; stop: true }
/**
 * Maximum number of items that the thread sends ahead of consumption: this thread receives all queued messages in one
 * turn of its event loop, which blocks everything else for that time.
 */
export const mostAhead = 2
/** `problem` = the stack of the thread's error, if it is not a refusal. */
export type FromStreamingThread =
  | { id: number; item: unknown }
  | { id: number; end: true }
  | { id: number; refusal: { code: ErrorCode; details: ErrorDetails } }
  | { id: number; problem: string }

export type StreamingThread = {
  /**
   * Pass `input`, plain data, to the thread, and move `transfer` with it. Ending the loop early stops the thread's work
   * on it.
   * @returns the thread's items, in order
   * @throws AppError when the thread refuses the input, Error when it breaks
   */
  run<Item>(input: unknown, transfer?: readonly ArrayBuffer[]): AsyncGenerator<Item>
  /** End the thread if it is idle, to free its memory; the next work gets a new one. */
  retire(): void
  /** End the thread; work in progress ends with an error. */
  close(): Promise<void>
}
export type StreamingThreadOptions = {
  name: `${string}-worker`
  logger: Logger
  start?: () => Worker
  limitMs?: number
}

/** Items received from the thread, consumed one by one. */
type Stream = { sent: FromStreamingThread[]; broken: Error | null; wake: () => void }

/** Maximum silence of the thread, in ms, while a caller waits for it. */
const defaultLimitMs = 60_000

/**
 * Create a thread that yields results item by item. It starts at its first use, works on several inputs in turn, and is
 * replaced when it breaks, or is silent for `limitMs`.
 */
export function createStreamingThread({
  name,
  logger,
  start = () => startThread(name, {}),
  limitMs = defaultLimitMs,
}: StreamingThreadOptions): StreamingThread {
  const streams = new Map<number, Stream>()
  let ids = 0
  let watch: NodeJS.Timeout | null = null
  const kept = createKeptThread<FromStreamingThread>({
    name,
    logger,
    start,
    onMessage: (message) => {
      const stream = streams.get(message.id)
      if (!stream) return
      stream.sent.push(message)
      if (!('item' in message)) streams.delete(message.id)
      rest()
      stream.wake()
    },
    // All work in progress of the thread is lost with it.
    onBroken: (reason) => breakAll(new Error(`the thread ${name} ended`, { cause: reason })),
  })

  function breakAll(error: Error): void {
    for (const stream of streams.values()) {
      stream.broken = error
      stream.wake()
    }
    streams.clear()
    rest()
  }
  /** Allow the process to exit while nothing runs, and watch running work for silence. */
  function rest(): void {
    if (watch) clearTimeout(watch)
    watch = null
    if (streams.size === 0) kept.rest()
    // A caller with unconsumed items does not wait for the thread.
    else if ([...streams.values()].some(({ sent }) => sent.length === 0))
      watch = setTimeout(() => kept.replace(new Error(`it said nothing for ${limitMs} ms`)), limitMs)
  }
  async function* run<Item>(input: unknown, transfer: readonly ArrayBuffer[] = []): AsyncGenerator<Item> {
    ids += 1
    const id = ids
    const stream: Stream = { sent: [], broken: null, wake: () => undefined }
    const thread = kept.started()
    streams.set(id, stream)
    const message: ToStreamingThread = { id, input }
    try {
      thread.postMessage(message, [...transfer])
      rest()
      for (;;) {
        for (let sent = stream.sent.shift(); sent; sent = stream.sent.shift()) {
          if ('item' in sent) {
            yield sent.item as Item
            const taken: ToStreamingThread = { id, taken: true }
            if (kept.isRunning(thread)) thread.postMessage(taken)
          }
          if ('refusal' in sent) throw new AppError(sent.refusal.code, sent.refusal.details)
          if ('problem' in sent) throw new Error(sent.problem)
          if ('end' in sent) return
        }
        if (stream.broken) throw stream.broken
        rest()
        await new Promise<void>((resolve) => {
          stream.wake = resolve
        })
      }
    } finally {
      if (streams.delete(id)) {
        const stop: ToStreamingThread = { id, stop: true }
        if (kept.isRunning(thread)) thread.postMessage(stop)
        rest()
      }
    }
  }
  return {
    run,
    retire() {
      if (streams.size === 0) kept.close().catch(() => undefined)
    },
    async close() {
      const ended = kept.close()
      breakAll(new AppError('BUSY', { retryAfterSeconds: 1 }))
      await ended
    },
  }
}
