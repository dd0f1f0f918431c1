import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createKeptThread } from '#server/services/threads/kept-thread.ts'
import { startThread } from '#server/thread.ts'
import { AppError } from '#shared/errors.ts'

export type ToReportWorker = { id: number; input: object }
/** `problem` = the stack of the thread's error. */
export type FromReportWorker = { id: number; bytes: Uint8Array } | { id: number; problem: string }

export type Reports = {
  /**
   * Print one report in the thread; `input` is plain data.
   * @throws AppError BUSY when too many wait or it takes too long, Error when the document cannot be printed
   */
  print(input: object): Promise<Uint8Array>
  /** Accept no more reports, finish the accepted ones, and end the thread. */
  close(): Promise<void>
}
export type ReportsOptions = { logger: Logger; start?: () => Worker; limitMs?: number; mostWaiting?: number }
type Task = { id: number; input: object; resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

/** Source: trust.md section 1 (pdfmake) and L4. */
const defaultLimitMs = 20_000
const defaultMostWaiting = 10
const retryAfterSeconds = 5
/** A document that needs more memory ends its thread, not the process. */
const memoryMb = 512

const startWorker = (): Worker => startThread('report-worker', { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })

/** Settle a task by the response of the thread. */
function settleBy(message: FromReportWorker, { resolve, reject }: Task): void {
  if ('bytes' in message) resolve(message.bytes)
  else reject(new Error(message.problem))
}

/**
 * Print PDFs in their own thread, one after the other, so that the server keeps responding; the thread caches its
 * parsed fonts. It starts with the first report and is replaced when a report breaks it or takes too long.
 */
export function createReports(options: ReportsOptions): Reports {
  const { logger, start = startWorker, limitMs = defaultLimitMs, mostWaiting = defaultMostWaiting } = options
  const waiting: Task[] = []
  let current: { task: Task; timer: NodeJS.Timeout } | null = null
  let ids = 0
  let closing = false
  let idle: (() => void) | null = null
  const onMessage = (message: FromReportWorker) => {
    if (message.id === current?.task.id) finish((task) => settleBy(message, task))
  }
  const onBroken = (error: unknown) => finish(({ reject }) => reject(asError(error)))
  const thread = createKeptThread<FromReportWorker>({ name: 'report-worker', logger, start, onMessage, onBroken })

  function finish(settle: (task: Task) => void): void {
    if (!current) return
    clearTimeout(current.timer)
    const { task } = current
    current = null
    settle(task)
    next()
  }

  function next(): void {
    if (current) return
    const task = waiting.shift()
    if (!task) {
      thread.rest()
      idle?.()
      return
    }
    const busy = new AppError('BUSY', { retryAfterSeconds })
    current = {
      task,
      timer: setTimeout(() => thread.replace(`a report took longer than ${limitMs} ms`, busy), limitMs),
    }
    try {
      thread.started().postMessage({ id: task.id, input: task.input } satisfies ToReportWorker)
    } catch (error) {
      finish(({ reject }) => reject(asError(error)))
    }
  }

  return {
    print: (input) =>
      new Promise((resolve, reject) => {
        if (closing || waiting.length >= mostWaiting) return reject(new AppError('BUSY', { retryAfterSeconds }))
        ids += 1
        waiting.push({ id: ids, input, resolve, reject })
        next()
      }),
    async close() {
      closing = true
      if (current)
        await new Promise<void>((resolve) => {
          idle = resolve
        })
      await thread.close()
    },
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
