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
/** What a body may have been packed with; anything else, and twice packed, is refused. */
const packings = [...unpackers.keys()]
/** Rows that differ in nothing but their serial pack to a 190th at most; what packs better, above the first mebibyte, is no text of a fleet. */
const mostRatio = 200
const freeBytes = 1024 * 1024

export type Taker = {
  /** What it throws ends the reading, and comes back to `fail`. */
  piece(piece: Buffer): void
  end(): void
  /** Called once, instead of `end`. */
  fail(error: unknown): void
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A sender who asked first ("Expect: 100-continue") waits for this word, and sends nothing without it. */
function askFor(request: IncomingMessage, response: ServerResponse): void {
  if (/100-continue/i.test(request.headers.expect ?? '')) response.writeContinue()
}

const packingOf = ({ headers }: IncomingMessage): string => (headers['content-encoding'] ?? '').trim().toLowerCase()

/**
 * Hands over the body of a request piece by piece, unpacked, and stops reading where it is larger than `mostBytes` or grows
 * out of all proportion while it is unpacked. Fails with TOO_LARGE, MEDIA_TYPE for an unknown packing, NOT_JSON for a broken
 * one, CANCELLED when the sender has left.
 * @returns what stops it
 */
export function takePieces(
  request: IncomingMessage,
  response: ServerResponse,
  mostBytes: number,
  taker: Taker,
): () => void {
  const idle = () => undefined
  const packing = packingOf(request)
  const make = unpackers.get(packing)
  if (packing !== '' && packing !== 'identity' && !make) {
    taker.fail(
      new AppError('MEDIA_TYPE', { values: { given: `Content-Encoding: ${packing.slice(0, 64)}` }, allowed: packings }),
    )
    return idle
  }
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    taker.fail(tooLarge(mostBytes))
    return idle
  }
  if (!hasBody(request)) {
    taker.end()
    return idle
  }
  if (request.destroyed) {
    taker.fail(new AppError('CANCELLED'))
    return idle
  }
  askFor(request, response)

  const unpacker = make?.()
  const source = unpacker ?? request
  let size = 0
  const onData = (piece: Buffer) => {
    size += piece.length
    const swollen = unpacker !== undefined && size > freeBytes && size > mostRatio * unpacker.bytesWritten
    if (size > mostBytes) return fail(tooLarge(mostBytes))
    if (swollen) return fail(new AppError('TOO_LARGE', { word: 'error.tooDense', values: { ratio: mostRatio } }))
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
  const onError = (cause: Error) =>
    fail(
      new AppError(
        'NOT_JSON',
        unpacker ? { sentence: word(languageOf(request.headers), 'problem.packing', { packing }) } : {},
        cause,
      ),
    )
  function stop(): void {
    source.off('data', onData).off('end', onEnd).off('error', onError)
    request.off('close', onClose)
    if (unpacker) {
      request.unpipe(unpacker)
      // Pieces that are being unpacked at this moment may still fail.
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

/** The whole body, unpacked; empty when there is none. @throws AppError as `takePieces` fails */
export function readBytes(request: IncomingMessage, response: ServerResponse, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    takePieces(request, response, mostBytes, {
      piece: (piece) => pieces.push(piece),
      end: () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
      fail: reject,
    })
  })
}
