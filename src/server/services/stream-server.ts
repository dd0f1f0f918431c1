import { parentPort } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import type { FromStreamingThread, ToStreamingThread } from './streaming-thread.ts'

/** The other end of `createStreamingThread`: sends what `work` makes of each input, several of them by turns. Call it once, in the thread. */
export function serveStreams<Input>(work: (input: Input) => AsyncIterable<unknown>): void {
  const port = parentPort
  if (!port) throw new Error('this runs in a worker thread')
  const stopped = new Set<number>()
  const running = new Set<number>()
  const send = (message: FromStreamingThread) => port.postMessage(message)

  async function serve(id: number, input: Input): Promise<void> {
    running.add(id)
    try {
      for await (const item of work(input)) {
        if (stopped.has(id)) return
        send({ id, item })
      }
      send({ id, end: true })
    } catch (error) {
      if (error instanceof AppError) send({ id, refusal: { code: error.code, details: error.details } })
      else send({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    } finally {
      running.delete(id)
      stopped.delete(id)
    }
  }
  port.on('message', (message: ToStreamingThread) => {
    if ('input' in message) void serve(message.id, message.input as Input)
    else if (running.has(message.id)) stopped.add(message.id)
  })
}
