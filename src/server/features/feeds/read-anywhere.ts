import { bufferPool } from '#server/bodies/buffer-pool.ts'
import { giveWay } from '#server/giving-way.ts'
import type { StreamingThread } from '#server/services/streaming-thread.ts'
import type { FeedColumn } from '#shared/feed.ts'
import { isZip } from '#shared/tables/zip.ts'
import { type PackedLines, unpackLines } from './packed-lines.ts'
import type { FeedShape } from './raw-line.ts'
import { type LineBatch, type ReadingInput, type ReadingOptions, readLines } from './read-lines.ts'

/** What the feed thread is given, and what it sends: batches of lines, and at the end what the file as a whole told. */
export type ToFeedThread = { bytes: Uint8Array; options: ReadingOptions }
type WholeFile = Pick<FeedShape, 'headerLine' | 'localTimes'> & { givenColumns: FeedColumn[]; ignoredColumns: string[] }
export type FromFeedThread = { packed: PackedLines } | WholeFile

/** Smaller files are read before another thread would have woken up. */
const worthAThread = 128 * 1024
/** What the thread remembers of such a file is more than it takes to start another thread. */
const worthANewThread = 8 * 1024 * 1024
/** A workbook of any size is unpacked to one of any other. */
const isSmall = (bytes: Uint8Array): boolean => bytes.length < worthAThread && !isZip(bytes)

/** Bytes alone in their memory can be handed over; shared ones are read where they are, others are copied. */
const handedOver = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/**
 * Reads a large file in a thread of its own, where neither its reading nor its garbage keeps others waiting, and everything else here.
 * The bytes are gone afterwards. @throws AppError as `readLines` does
 */
export async function* readAnywhere(
  input: ReadingInput,
  shape: FeedShape,
  options: ReadingOptions,
  thread?: StreamingThread,
): AsyncGenerator<LineBatch> {
  if (!thread || 'rows' in input || isSmall(input.bytes)) {
    yield* readLines(input, shape, options)
    return
  }
  const { bytes } = input
  const isLarge = bytes.length >= worthANewThread
  const given: ToFeedThread = { bytes, options }
  try {
    for await (const sent of thread.run<FromFeedThread>(given, handedOver(bytes))) {
      if ('packed' in sent) {
        yield unpackLines(sent.packed)
        await giveWay()
      } else {
        for (const column of sent.givenColumns) shape.givenColumns.add(column)
        for (const column of sent.ignoredColumns) shape.ignoredColumns.add(column)
        shape.headerLine = sent.headerLine
        shape.localTimes = sent.localTimes
      }
    }
  } finally {
    bufferPool.giveBack(bytes)
    if (isLarge) thread.retire()
  }
}
