import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { type DescribedError, describeError, retryAfterOf } from '#server/errors.ts'
import { giveWay } from '#server/giving-way.ts'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'

/** The form of every REST answer; code 200 is success, whatever the HTTP status. */
export type Envelope = { code: number; message: string; data: unknown }

export const success = (data: unknown): Envelope => ({ code: 200, message: 'success', data: data ?? null })

/** Refusals that HTTP itself has to know of: malformed, unknown, too large, overload, defect. Everything else that the application decides is HTTP 200. Source: contract.md, HTTP. */
const realStatuses: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NOT_JSON',
  'UNKNOWN_PATH',
  'TOO_LARGE',
  'MEDIA_TYPE',
  'UPLOAD_MALFORMED',
  'UPLOAD_QUOTA',
  'LINK_INVALID',
  'TOO_MANY',
  'BUSY',
  'DATABASE_UNAVAILABLE',
  'READ_ONLY',
  'STORAGE_FULL',
  'STORAGE_SILENT',
  'STORAGE_CUT',
  'INTERNAL',
])

/** Entries of a list that are written at a time: of a feed of 80,000 refused lines the whole text would keep the process for 60 ms. */
const entriesAtOnce = 500
/** No text that a caller sends or a database keeps has a NUL. */
const placeOfList = '\0'

/** The name of a list in the data that is too long to be written at once. */
function longListOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  const found = Object.entries(data).find(([, value]) => Array.isArray(value) && value.length > entriesAtOnce)
  return found?.[0] ?? null
}

/** The JSON of an envelope in pieces, each of some entries of the long list. */
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

export function sendEnvelope(response: Response, envelope: Envelope, status = 200): void {
  response.status(status).type('application/json').set('Cache-Control', 'no-store')
  const name = longListOf(envelope.data)
  if (name === null) response.send(JSON.stringify(envelope))
  // A caller who leaves ends it.
  else pipeline(inTurns(piecesOf(envelope, name)), response).catch(() => response.destroy())
}

/** Answers any error as an envelope and returns what it was, so that the caller can log a defect. */
export function sendError(response: Response, error: unknown, language: Language, requestId: string): DescribedError {
  const described = describeError(error, language, requestId)
  const code = errorTable[described.appCode].rest
  const status = realStatuses.has(described.appCode) ? code : 200
  const wait = retryAfterOf(described.appCode, described.details)
  if (wait !== null) response.set('Retry-After', String(wait))
  // A strict feed is refused as a whole, for lines that its sender has to find.
  const { feed } = described.details
  sendEnvelope(
    response,
    { code, message: described.message, data: feed ? { ...feed, date: feed.businessDate } : null },
    status,
  )
  return described
}
