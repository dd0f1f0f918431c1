import { parentPort } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { type FromStreamingThread, mostAhead, type ToStreamingThread } from './streaming-thread.ts'

/**
 * The worker side of `createStreamingThread`: send the results of `work` for each input, several inputs in turn. Call
 * it once, in the thread.
 */
export function serveStreams<Input>(work: (input: Input) => AsyncIterable<unknown>): void {
  const port = parentPort
  if (!port) throw new Error('this runs in a worker thread')
  /** `ahead` = items that were sent and not yet consumed. */
  type Work = { ahead: number; stopped: boolean; wake: () => void }
  const running = new Map<number, Work>()
  const send = (message: FromStreamingThread) => port.postMessage(message)

  async function serve(id: number, input: Input): Promise<void> {
    const own: Work = { ahead: 0, stopped: false, wake: () => undefined }
    running.set(id, own)
    try {
      for await (const item of work(input)) {
        while (own.ahead >= mostAhead && !own.stopped) {
          await new Promise<void>((resolve) => {
            own.wake = resolve
          })
        }
        if (own.stopped) return
        own.ahead += 1
        send({ id, item })
      }
      send({ id, end: true })
    } catch (error) {
      if (error instanceof AppError) send({ id, refusal: { code: error.code, details: error.details } })
      else send({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    } finally {
      running.delete(id)
    }
  }
  port.on('message', (message: ToStreamingThread) => {
    if ('input' in message) {
      void serve(message.id, message.input as Input)
      return
    }
    const own = running.get(message.id)
    if (!own) return
    if ('stop' in message) own.stopped = true
    else own.ahead -= 1
    own.wake()
  })
}
