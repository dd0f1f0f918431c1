import { type ErrorCode, errorTable } from '#shared/errors.ts'

/**
 * Refusals with an HTTP status of their own: malformed, unknown, too large, overload, defect. Every other decision of
 * the application is HTTP 200. Source: contract.md, HTTP.
 */
const realStatuses: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NOT_JSON',
  'UNKNOWN_PATH',
  'KEY_REUSED',
  'KEY_RUNNING',
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
  'STORAGE_AWAY',
  'STORAGE_CUT',
  'INTERNAL',
])

/** Return the code of the envelope and the HTTP status of a refusal; an accepted call has 200 for both. */
export function statusOf(error: ErrorCode): { code: number; status: number } {
  const code = errorTable[error].rest
  return { code, status: realStatuses.has(error) ? code : 200 }
}
