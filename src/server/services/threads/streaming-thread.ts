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

/** The streams in progress, by their ids. */
function createStreams() {
  const streams = new Map<number, Stream>()
  let ids = 0
  return {
    open(): { id: number; stream: Stream } {
      ids += 1
      const stream: Stream = { sent: [], broken: null, wake: () => undefined }
      streams.set(ids, stream)
      return { id: ids, stream }
    },
    /** Remove a stream. Returns false when it has ended already. */
    remove: (id: number): boolean => streams.delete(id),
    /** Add a message to its stream, and remove the stream at its last message. */
    receive(message: FromStreamingThread): Stream | null {
      const stream = streams.get(message.id)
      stream?.sent.push(message)
      if (!('item' in message)) streams.delete(message.id)
      return stream ?? null
    },
    breakAll(error: Error): void {
      for (const stream of streams.values()) {
        stream.broken = error
        stream.wake()
      }
      streams.clear()
    },
    isEmpty: () => streams.size === 0,
    /** Return whether a caller waits for the thread: one with unconsumed items does not. */
    areAwaited: () => [...streams.values()].some(({ sent }) => sent.length === 0),
  }
}

/** Return a function that watches for silence while something is awaited, each time from its call on. */
function createSilenceWatch(limitMs: number, onSilence: () => void): (isAwaited: boolean) => void {
  let timer: NodeJS.Timeout | null = null
  return (isAwaited) => {
    if (timer) clearTimeout(timer)
    timer = isAwaited ? setTimeout(onSilence, limitMs) : null
  }
}

/** Yield the received items of a stream; `taken` is called after each. Returns true once the thread has sent the last. */
function* receivedItems(stream: Stream, taken: () => void): Generator<unknown, boolean> {
  for (let sent = stream.sent.shift(); sent; sent = stream.sent.shift()) {
    if ('item' in sent) {
      yield sent.item
      taken()
    }
    if ('refusal' in sent) throw new AppError(sent.refusal.code, sent.refusal.details)
    if ('problem' in sent) throw new Error(sent.problem)
    if ('end' in sent) return true
  }
  return false
}

const messageTo = (stream: Stream): Promise<void> =>
  new Promise((resolve) => {
    stream.wake = resolve
  })

/**
 * Create a thread that yields results item by item. It starts at its first use, works on several inputs in turn, and is
 * replaced when it breaks, or is silent for `limitMs`.
 */
export function createStreamingThread(options: StreamingThreadOptions): StreamingThread {
  const { name, logger, start = () => startThread(name, {}), limitMs = defaultLimitMs } = options
  const streams = createStreams()
  const kept = createKeptThread<FromStreamingThread>({
    name,
    logger,
    start,
    onMessage: (message) => {
      const stream = streams.receive(message)
      if (!stream) return
      rest()
      stream.wake()
    },
    // All work in progress of the thread is lost with it.
    onBroken: (reason) => breakAll(new Error(`the thread ${name} ended`, { cause: reason })),
  })

  const watchSilence = createSilenceWatch(limitMs, () => kept.replace(new Error(`it said nothing for ${limitMs} ms`)))
  function breakAll(error: Error): void {
    streams.breakAll(error)
    rest()
  }
  /** Allow the process to exit while nothing runs, and watch running work for silence. */
  function rest(): void {
    if (streams.isEmpty()) kept.rest()
    watchSilence(streams.areAwaited())
  }
  async function* run<Item>(input: unknown, transfer: readonly ArrayBuffer[] = []): AsyncGenerator<Item> {
    const thread = kept.started()
    const { id, stream } = streams.open()
    const post = (message: ToStreamingThread) => {
      if (kept.isRunning(thread)) thread.postMessage(message)
    }
    try {
      thread.postMessage({ id, input } satisfies ToStreamingThread, [...transfer])
      rest()
      while (!(yield* receivedItems(stream, () => post({ id, taken: true })) as Generator<Item, boolean>)) {
        if (stream.broken) throw stream.broken
        rest()
        await messageTo(stream)
      }
    } finally {
      if (streams.remove(id)) {
        post({ id, stop: true })
        rest()
      }
    }
  }
  return {
    run,
    retire() {
      if (streams.isEmpty()) kept.close().catch(() => undefined)
    },
    async close() {
      const ended = kept.close()
      breakAll(new AppError('BUSY', { retryAfterSeconds: 1 }))
      await ended
    },
  }
}
