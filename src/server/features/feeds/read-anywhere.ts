import { bufferPool } from '#server/bodies/buffer-pool.ts'
import { giveWay } from '#server/giving-way.ts'
import { beginReading } from '#server/heap.ts'
import type { StreamingThread } from '#server/services/threads/streaming-thread.ts'
import type { FeedColumn } from '#shared/feed.ts'
import { isZip } from '#shared/tables/zip.ts'
import { type PackedLines, unpackLines } from './packed-lines.ts'
import type { FeedShape } from './raw-line.ts'
import { type LineBatch, type ReadingInput, type ReadingOptions, readLines } from './read-lines.ts'

/** Messages to and from the feed thread: it sends batches of lines, and at the end the facts about the whole file. */
export type ToFeedThread = { bytes: Uint8Array; options: ReadingOptions }
type WholeFile = Pick<FeedShape, 'headerLine' | 'localTimes'> & { givenColumns: FeedColumn[]; ignoredColumns: string[] }
export type FromFeedThread = { packed: PackedLines } | WholeFile

/** Smaller files are read faster than another thread wakes up. */
const worthAThread = 128 * 1024
/** After a file of this size, the thread holds so much memory that starting a new thread is cheaper. */
const worthANewThread = 8 * 1024 * 1024
/** The unpacked size of a workbook cannot be seen from its packed size. */
const isSmall = (bytes: Uint8Array): boolean => bytes.length < worthAThread && !isZip(bytes)

/**
 * The memory of a large file is its own, with room for more of a body behind it, and is transferred to the thread: a
 * copy would be a second file in memory. Shared memory needs no transfer; other bytes are copied.
 */
const handedOver = ({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer &&
  (byteLength === buffer.byteLength || (byteOffset === 0 && byteLength >= worthAThread))
    ? [buffer]
    : []

/**
 * Read a large file in a separate thread, so that its parsing and garbage collection do not delay other requests. Read
 * everything else here. The bytes are not usable afterwards.
 * @throws AppError the errors of `readLines`
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
  const endReading = beginReading()
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
    endReading()
    bufferPool.giveBack(bytes)
    if (isLarge) thread.retire()
  }
}
