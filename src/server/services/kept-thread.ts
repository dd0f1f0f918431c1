import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

export type KeptThread = {
  /** The thread; starts one where none runs. It keeps the process alive until `rest`. */
  started(): Worker
  /** True for the thread that runs now; messages to a former one are lost. */
  isRunning(thread: Worker): boolean
  /** Ends the thread; the next use starts a new one. `error` = what those who wait for it are told, if not the reason. */
  replace(reason: unknown, error?: unknown): void
  /** Lets the process end while the thread has nothing to do. */
  rest(): void
  /** Ends the thread, and its memory with it; only a further use starts another one. */
  close(): Promise<void>
}
type Options<Message> = {
  name: string
  logger: Logger
  start: () => Worker
  onMessage: (message: Message) => void
  /** The thread is gone, and all that it worked on with it. */
  onBroken: (error: unknown) => void
}

/** A thread that starts with its first work, and is replaced when it breaks or its owner says so. What a former thread sends is dropped. */
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
