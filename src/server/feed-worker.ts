import { countOf } from '#shared/feed.ts'
import { packLines } from './features/feeds/packed-lines.ts'
import { newShape } from './features/feeds/raw-line.ts'
import type { FromFeedThread, ToFeedThread } from './features/feeds/read-anywhere.ts'
import { type LineBatch, readLines } from './features/feeds/read-lines.ts'
import { serveStreams } from './services/threads/stream-server.ts'
import { lowerThreadPriority } from './services/threads/thread-priority.ts'

/** Lines per message to the main thread. */
const linesAtOnce = 500
/**
 * Maximum time, in ms, without a message while there are no lines to send: the reader may have been cancelled, and a
 * watchdog observes this thread.
 */
const silentMs = 500
const noBytes = new Uint8Array()

/** Read the lines of a feed. The input is untrusted: any user who may rehearse a feed sends it. */
async function* read(given: ToFeedThread): AsyncGenerator<FromFeedThread> {
  const { options } = given
  const shape = newShape()
  let batches: LineBatch[] = []
  let lines = 0
  let sentAt = performance.now()
  // Copy shared bytes: the lender may reuse the memory once no reader waits for these lines.
  const input = { bytes: given.bytes.buffer instanceof SharedArrayBuffer ? given.bytes.slice() : given.bytes }
  given.bytes = noBytes
  for await (const batch of readLines(input, shape, options)) {
    // The reader has decoded them: bytes and text of a large file would be held until its last line.
    input.bytes = noBytes
    batches.push(batch)
    lines += batch.read - countOf(batch.counted)
    const isSilent = performance.now() - sentAt > silentMs
    if (lines < linesAtOnce && !isSilent) continue
    yield { packed: packLines(batches) }
    sentAt = performance.now()
    batches = []
    lines = 0
  }
  yield { packed: packLines(batches) }
  const { givenColumns, ignoredColumns, headerLine, localTimes } = shape
  yield { givenColumns: [...givenColumns], ignoredColumns: [...ignoredColumns], headerLine, localTimes }
}

lowerThreadPriority()
serveStreams<ToFeedThread>(read)
