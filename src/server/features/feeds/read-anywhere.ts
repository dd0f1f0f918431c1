import type { StreamingThread } from '#server/services/streaming-thread.ts'
import type { FeedColumn } from '#shared/feed.ts'
import { type PackedLines, unpackLines } from './packed-lines.ts'
import type { FeedShape } from './raw-line.ts'
import { type LineBatch, type ReadingInput, type ReadingOptions, readLines } from './read-lines.ts'

/** What the feed thread is given, and what it sends: batches of lines, and at the end what the file as a whole told. */
export type ToFeedThread = { bytes: Uint8Array; options: ReadingOptions }
export type FromFeedThread = { packed: PackedLines } | { givenColumns: FeedColumn[]; ignoredColumns: string[] }

/** Smaller files are read before another thread would have woken up. */
const worthAThread = 128 * 1024

/** The bytes alone in their memory can be handed over; others are copied. */
const isAlone = ({ buffer, byteLength }: Uint8Array): boolean => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength

/**
 * Reads a large file in a thread of its own, where neither its reading nor its garbage keeps others waiting, and everything else here.
 * The bytes are gone afterwards. @throws AppError as `readLines` does
 */
export async function* readAnywhere(input: ReadingInput, shape: FeedShape, options: ReadingOptions, thread?: StreamingThread): AsyncGenerator<LineBatch> {
  if (!thread || 'rows' in input || input.bytes.length < worthAThread) {
    yield* readLines(input, shape, options)
    return
  }
  const { bytes } = input
  const given: ToFeedThread = { bytes, options }
  for await (const sent of thread.run<FromFeedThread>(given, isAlone(bytes) ? [bytes.buffer as ArrayBuffer] : [])) {
    if ('packed' in sent) yield unpackLines(sent.packed)
    else {
      for (const column of sent.givenColumns) shape.givenColumns.add(column)
      for (const column of sent.ignoredColumns) shape.ignoredColumns.add(column)
    }
  }
}
