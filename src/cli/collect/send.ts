import type { ReportAnswer } from '#shared/live.ts'

/** `later` = the same file may be accepted later; `refused` = never; `token` = not with this token. */
export type Sent =
  | { kind: 'taken'; answer: ReportAnswer }
  | { kind: 'later' | 'refused' | 'token'; message: string; retryAfterSeconds: number }
/** `tokenRefused` = the message if the server no longer knows the token: this command has no sign-in. */
export type Door = { url: string; token: string; timeoutMs: number; tokenRefused: string }

type Envelope = { code: number; message: string; data: ReportAnswer | null }
/** Codes for a token that is unknown, revoked or expired. */
const sessionCodes: ReadonlySet<number> = new Set([50_008, 50_012, 50_014])
const tokenCodes: ReadonlySet<number> = new Set([403, 404, ...sessionCodes])
const usualWaitSeconds = 5

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value
  )
}

/** Send a compressed file of lines to the live endpoint, and return the result; never throws. */
export async function sendReports({ url, token, timeoutMs, tokenRefused }: Door, packed: Uint8Array): Promise<Sent> {
  const later = (message: string, retryAfterSeconds = usualWaitSeconds): Sent => ({
    kind: 'later',
    message,
    retryAfterSeconds,
  })
  try {
    const headers = {
      authorization: `cat ${token}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    }
    const response = await fetch(`${url.replace(/(?<!\/)\/+$/, '')}/api/device/report`, {
      ...{ method: 'POST', headers, body: new Uint8Array(packed), redirect: 'error' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfter = Number(response.headers.get('retry-after')) || usualWaitSeconds
    const body: unknown = await response.json().catch(() => null)
    if (!isEnvelope(body)) return later(`HTTP ${response.status}`, retryAfter)
    if (response.status === 413) return { kind: 'refused', message: body.message, retryAfterSeconds: 0 }
    if (response.status >= 429) return later(body.message, retryAfter)
    if (body.code === 200 && body.data) return { kind: 'taken', answer: body.data }
    if (tokenCodes.has(body.code))
      return {
        kind: 'token',
        message: sessionCodes.has(body.code) ? tokenRefused : body.message,
        retryAfterSeconds: usualWaitSeconds,
      }
    return body.code === 400
      ? { kind: 'refused', message: body.message, retryAfterSeconds: 0 }
      : later(body.message, retryAfter)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    return later(error instanceof Error ? [error.message, cause].filter(Boolean).join(': ') : String(error))
  }
}
