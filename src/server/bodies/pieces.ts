import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { languageOf } from '#server/language.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { tooLarge } from './too-large.ts'

type Unpacker = ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>

const options = { chunkSize: 64 * 1024 }
const unpackers = new Map<string, () => Unpacker>([
  ['gzip', () => createGunzip(options)],
  ['deflate', () => createInflate(options)],
  ['br', () => createBrotliDecompress(options)],
])
/** Supported content encodings; any other, or more than one, is refused. */
const packings = [...unpackers.keys()]
/**
 * Maximum compression ratio above the first mebibyte: rows that differ only in their serial compress to a 190th at
 * most, so a higher ratio is no text of a fleet.
 */
const mostRatio = 200
const freeBytes = 1024 * 1024

export type Taker = {
  /** An error from it stops the reading and is passed to `fail`. */
  piece(piece: Buffer): void
  end(): void
  /** Called once, instead of `end`. */
  fail(error: unknown): void
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Send "100 Continue" to a sender that requested it ("Expect: 100-continue") and waits for it. */
function askFor(request: IncomingMessage, response: ServerResponse): void {
  if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue()
}

const idle = () => undefined
const packingOf = ({ headers }: IncomingMessage): string => (headers['content-encoding'] ?? '').trim().toLowerCase()

/** Return the refusal of a body that is not read at all; null = it is read. */
function refusalBeforeReading(request: IncomingMessage, mostBytes: number): AppError | null {
  const packing = packingOf(request)
  if (packing !== '' && packing !== 'identity' && !unpackers.has(packing)) {
    const given = `Content-Encoding: ${packing.slice(0, 64)}`
    return new AppError('MEDIA_TYPE', { values: { given }, allowed: packings })
  }
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge(mostBytes)
  return hasBody(request) && request.destroyed ? new AppError('CANCELLED') : null
}

/** Return the refusal of a body of which `size` bytes are decompressed; null = it is within the limits. */
function refusalOfSize(size: number, mostBytes: number, unpacker: Unpacker | undefined): AppError | null {
  if (size > mostBytes) return tooLarge(mostBytes)
  const swollen = unpacker !== undefined && size > freeBytes && size > mostRatio * unpacker.bytesWritten
  return swollen ? new AppError('TOO_LARGE', { word: 'error.tooDense', values: { ratio: mostRatio } }) : null
}

/** Return the error of a body that cannot be read to its end. */
function unreadable(request: IncomingMessage, isPacked: boolean, cause: Error): AppError {
  const values = { packing: packingOf(request) }
  const details = isPacked ? { sentence: word(languageOf(request.headers), 'problem.packing', values) } : {}
  return new AppError('NOT_JSON', details, cause)
}

/**
 * Deliver the body of a request piece by piece, decompressed. Stop when it exceeds `mostBytes` or the compression
 * ratio. Fails with TOO_LARGE, MEDIA_TYPE for an unknown encoding, NOT_JSON for a broken one, CANCELLED when the sender
 * has left.
 * @returns a function that stops the reading
 */
export function takePieces(
  request: IncomingMessage,
  response: ServerResponse,
  mostBytes: number,
  taker: Taker,
): () => void {
  const refusal = refusalBeforeReading(request, mostBytes)
  if (refusal) {
    taker.fail(refusal)
    return idle
  }
  if (!hasBody(request)) {
    taker.end()
    return idle
  }
  askFor(request, response)

  const unpacker = unpackers.get(packingOf(request))?.()
  const source = unpacker ?? request
  let size = 0
  const onData = (piece: Buffer) => {
    size += piece.length
    const excess = refusalOfSize(size, mostBytes, unpacker)
    if (excess) return fail(excess)
    try {
      taker.piece(piece)
    } catch (error) {
      fail(error)
    }
  }
  const onEnd = () => {
    stop()
    taker.end()
  }
  const onClose = () => {
    if (!request.complete) fail(new AppError('CANCELLED'))
  }
  const onError = (cause: Error) => fail(unreadable(request, unpacker !== undefined, cause))
  function stop(): void {
    source.off('data', onData).off('end', onEnd).off('error', onError)
    request.off('close', onClose)
    if (unpacker) {
      request.unpipe(unpacker)
      // Pieces that are being decompressed at this moment may still fail.
      unpacker.on('error', idle).destroy()
    }
    request.pause()
  }
  function fail(error: unknown): void {
    stop()
    taker.fail(error)
  }
  source.on('data', onData).on('end', onEnd).on('error', onError)
  request.on('close', onClose)
  if (unpacker) request.pipe(unpacker)
  return stop
}

/** Return a body that has arrived, of which nothing is read yet; null = it is packed, on its way, or empty. */
function takeArrived(request: IncomingMessage, mostBytes: number): Buffer | null {
  const { complete, destroyed, readableFlowing, readableLength } = request
  const isWaiting = complete && !destroyed && readableFlowing === null && packingOf(request) === ''
  return isWaiting && readableLength > 0 && readableLength <= mostBytes ? request.read() : null
}

/** Return the whole body, decompressed; empty when there is none. @throws AppError as `takePieces` fails */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  mostBytes: number,
): Promise<Buffer> {
  const arrived = takeArrived(request, mostBytes)
  if (arrived) return arrived
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    takePieces(request, response, mostBytes, {
      piece: (piece) => pieces.push(piece),
      end: () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
      fail: reject,
    })
  })
}
