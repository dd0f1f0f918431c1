import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

export type KeptThread = {
  /** Return the thread; start one if none runs. It keeps the process alive until `rest`. */
  started(): Worker
  /** Return whether `thread` is the current one; messages to a former thread are lost. */
  isRunning(thread: Worker): boolean
  /**
   * End the thread; the next use starts a new one. `error` = the error for its callers, if it differs from the reason.
   */
  replace(reason: unknown, error?: unknown): void
  /** Allow the process to exit while the thread is idle. */
  rest(): void
  /** End the thread and free its memory; a later use starts another one. */
  close(): Promise<void>
}
type Options<Message> = {
  name: string
  logger: Logger
  start: () => Worker
  onMessage: (message: Message) => void
  /** Called when the thread has ended and its work is lost. */
  onBroken: (error: unknown) => void
}

/**
 * Create a thread that starts at its first use, and is replaced when it breaks or on request. Messages of a former
 * thread are dropped.
 */
export function createKeptThread<Message>({ name, logger, start, onMessage, onBroken }: Options<Message>): KeptThread {
  let worker: Worker | null = null

  function replace(reason: unknown, error: unknown = reason): void {
    const old = worker
    worker = null
    logger.error({ err: reason, thread: name }, 'a thread was replaced')
    old?.terminate().catch(() => undefined)
    onBroken(error)
  }
  function begin(): Worker {
    const thread = start()
    thread.on('message', (message: Message) => thread === worker && onMessage(message))
    thread.on('error', (error) => thread === worker && replace(error))
    thread.on(
      'exit',
      (code) => thread === worker && replace(`it ended with ${code}`, new Error(`the thread ${name} ended`)),
    )
    worker = thread
    return thread
  }
  return {
    started() {
      const thread = worker ?? begin()
      thread.ref()
      return thread
    },
    isRunning: (thread) => thread === worker,
    replace,
    rest: () => worker?.unref(),
    async close() {
      const last = worker
      worker = null
      await last?.terminate()
    },
  }
}
