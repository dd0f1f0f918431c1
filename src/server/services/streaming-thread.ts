import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { startThread } from '#server/thread.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/errors.ts'
import { createKeptThread } from './kept-thread.ts'

/** `taken`: one of the pieces was taken; `stop`: nobody wants the rest. */
export type ToStreamingThread =
  | { id: number; input: unknown }
  | { id: number; taken: true }
  | { id: number; stop: true }
/**
 * The thread sends so many pieces before one of them is taken: this thread receives all messages that are there in one turn of its event loop, and
 * would do nothing else for as long as that takes.
 */
export const mostAhead = 2
/** `problem` = the stack of what the thread threw, where it is no refusal. */
export type FromStreamingThread =
  | { id: number; item: unknown }
  | { id: number; end: true }
  | { id: number; refusal: { code: ErrorCode; details: ErrorDetails } }
  | { id: number; problem: string }

export type StreamingThread = {
  /**
   * Hands `input`, plain data, to the thread, and what lies in `transfer` with it. Ending the loop early stops the thread's work on it.
   * @returns what the thread sends for it, in order
   * @throws AppError what the thread refuses, Error when it breaks
   */
  run<Item>(input: unknown, transfer?: readonly ArrayBuffer[]): AsyncGenerator<Item>
  /** Ends the thread when it works on nothing, so that its memory is given back; the next work gets a new one. */
  retire(): void
  /** Ends the thread; what it worked on ends with an error. */
  close(): Promise<void>
}
export type StreamingThreadOptions = {
  name: `${string}-worker`
  logger: Logger
  start?: () => Worker
  limitMs?: number
}

/** What is taken from a thread, one by one. */
type Stream = { sent: FromStreamingThread[]; broken: Error | null; wake: () => void }

/** So long the thread may say nothing while somebody waits for it. */
const defaultLimitMs = 60_000

/**
 * Work that sends its results piece by piece, in a thread that starts with the first of it, works on several by turns, and is replaced
 * when it breaks, or stands still for `limitMs`.
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
    // Everything that the thread worked on is lost with it.
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
  /** Lets the process end while nothing runs, and watches over what runs. */
  function rest(): void {
    if (watch) clearTimeout(watch)
    watch = null
    if (streams.size === 0) kept.rest()
    // What was sent and is not taken yet is nothing that the thread is waited for.
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
