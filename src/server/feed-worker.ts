import { countOf } from '#shared/feed.ts'
import { packLines } from './features/feeds/packed-lines.ts'
import { newShape } from './features/feeds/raw-line.ts'
import type { FromFeedThread, ToFeedThread } from './features/feeds/read-anywhere.ts'
import { type LineBatch, readLines } from './features/feeds/read-lines.ts'
import { serveStreams } from './services/stream-server.ts'
import { lowerThreadPriority } from './services/thread-priority.ts'

/** Lines that travel together. */
const linesAtOnce = 500
/** How long, in ms, this is silent while there are none to send: what reads them may have been cancelled, and is watched over. */
const silentMs = 500

/** Reads the lines of feeds; what it is sent comes from anybody who may rehearse one. */
async function* read({ bytes, options }: ToFeedThread): AsyncGenerator<FromFeedThread> {
  const shape = newShape()
  let batches: LineBatch[] = []
  let lines = 0
  let told = performance.now()
  // Anyone who lent the memory may lend it again when nobody waits for these lines any more.
  const own = bytes.slice()
  for await (const batch of readLines({ bytes: own }, shape, options)) {
    batches.push(batch)
    lines += batch.read - countOf(batch.counted)
    const isSilent = performance.now() - told > silentMs
    if (lines < linesAtOnce && !isSilent) continue
    yield { packed: packLines(batches) }
    told = performance.now()
    batches = []
    lines = 0
  }
  yield { packed: packLines(batches) }
  const { givenColumns, ignoredColumns, headerLine, localTimes } = shape
  yield { givenColumns: [...givenColumns], ignoredColumns: [...ignoredColumns], headerLine, localTimes }
}

lowerThreadPriority()
serveStreams<ToFeedThread>(read)
