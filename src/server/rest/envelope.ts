import type { Response } from 'express'
import { type DescribedError, describeError, retryAfterOf } from '#server/errors.ts'
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

export function sendEnvelope(response: Response, envelope: Envelope, status = 200): void {
  response.status(status).type('application/json').set('Cache-Control', 'no-store').send(JSON.stringify(envelope))
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
  sendEnvelope(response, { code, message: described.message, data: feed ? { ...feed, date: feed.businessDate } : null }, status)
  return described
}
