import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type DescribedError, describeError, retryAfterOf } from '#server/errors.ts'
import { giveWay } from '#server/giving-way.ts'
import { putHeader } from '#server/response-headers.ts'
import type { Language } from '#shared/i18n/index.ts'
import { statusOf } from './status-codes.ts'

/**
 * The format of every REST answer; code 200 is success, whatever the HTTP status. The schema of a list in `data` is
 * `listOf` of `answer-schemas.ts`.
 */
export type Envelope = { code: number; message: string; data: unknown }

export const success = (data: unknown): Envelope => ({ code: 200, message: 'success', data: data ?? null })

/**
 * Entries of a list that are serialised at a time: the whole text of a feed with 80,000 refused lines would block the
 * process for 60 ms.
 */
const entriesAtOnce = 500
/** A placeholder that no request and no database text contains: NUL. */
const placeOfList = '\0'

/** Return the name of a list in the data that is too long to be serialised at once. */
function longListOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  for (const name of Object.keys(data)) {
    const value: unknown = Reflect.get(data, name)
    if (Array.isArray(value) && value.length > entriesAtOnce) return name
  }
  return null
}

/** Yield the JSON of an envelope in pieces, each with some entries of the long list. */
function* piecesOf(envelope: Envelope, name: string): Generator<string> {
  const data = envelope.data as Record<string, unknown>
  const entries = data[name] as unknown[]
  const text = JSON.stringify({ ...envelope, data: { ...data, [name]: placeOfList } })
  const place = JSON.stringify(placeOfList)
  const at = text.indexOf(place)
  yield `${text.slice(0, at)}[`
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const piece = JSON.stringify(entries.slice(from, from + entriesAtOnce)).slice(1, -1)
    yield from === 0 ? piece : `,${piece}`
  }
  yield `]${text.slice(at + place.length)}`
}

async function* inTurns(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece)
    await giveWay()
  }
}

export function sendEnvelope(response: ServerResponse, envelope: Envelope, status = 200): void {
  response.statusCode = status
  putHeader(response, 'Content-Type', 'application/json; charset=utf-8')
  putHeader(response, 'Cache-Control', 'no-store')
  const name = longListOf(envelope.data)
  // Not by Express' `send`: it looks for a tag and a date of the content, which no envelope has.
  if (name === null) {
    const text = JSON.stringify(envelope)
    putHeader(response, 'Content-Length', String(Buffer.byteLength(text)))
    response.end(text)
  }
  // A caller who leaves ends the stream.
  else pipeline(inTurns(piecesOf(envelope, name)), response).catch(() => response.destroy())
}

/** Answer any error as an envelope and return its description, so that the caller can log a defect. */
export function sendError(
  response: ServerResponse,
  error: unknown,
  language: Language,
  requestId: string,
  area = '',
): DescribedError {
  const described = describeError(error, language, requestId, area)
  const { code, status } = statusOf(described.appCode)
  const wait = retryAfterOf(described.appCode, described.details)
  if (wait !== null) putHeader(response, 'Retry-After', String(wait))
  // A refused strict feed returns its lines, so that the sender can find them.
  const { feed } = described.details
  sendEnvelope(
    response,
    { code, message: described.message, data: feed ? { ...feed, date: feed.businessDate } : null },
    status,
  )
  return described
}
