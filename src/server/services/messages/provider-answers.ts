import type { ChannelKind } from '#shared/channels.ts'

/** A provider's response. `retryAfter` is the raw header. */
export type Answer = { status: number; body: string; retryAfter: string | null }

/**
 * The meaning of a response: delivered; failed, to be retried by the schedule or when the provider says
 * (`afterSeconds`); or the receiver no longer exists.
 */
export type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'failed'; afterSeconds: number | null }
  | { outcome: 'gone' }

/** Maximum wait that a provider may request. */
const mostSeconds = 86_400
/** Codes by which the robots report a rate limit, which each counts by the minute. */
const tooFast: Readonly<Record<string, readonly number[]>> = {
  wecom: [45009, 45033],
  dingtalk: [130101, 410100],
  feishu: [9499, 11232],
}
const aMinute = 60

/** Return the seconds of `Retry-After`, a number or a date; null = missing or invalid. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? null : Math.min(mostSeconds, Math.max(1, Math.ceil(seconds)))
}

/** Return `errcode` of WeCom and DingTalk, or `code` of Feishu; null for a response without one. */
function codeOf(kind: ChannelKind, body: string): number | null {
  try {
    const read: unknown = JSON.parse(body)
    const code =
      typeof read === 'object' && read !== null
        ? (read as Record<string, unknown>)[kind === 'feishu' ? 'code' : 'errcode']
        : null
    return typeof code === 'number' ? code : null
  } catch {
    return null
  }
}

/**
 * Decide whether a message was delivered, by the table of alerts.md: by the status of a webhook, and by the code in the
 * body of the robots, which answer 200 to everything.
 */
export function verdictOf(
  kind: Exclude<ChannelKind, 'mail'>,
  { status, body, retryAfter }: Answer,
  now: Date,
): Verdict {
  const isBusy = status === 429 || status === 503
  if (isBusy) return { outcome: 'failed', afterSeconds: retryAfterSeconds(retryAfter, now) }
  if (kind === 'webhook') {
    if (status === 410) return { outcome: 'gone' }
    return status >= 200 && status < 300 ? { outcome: 'delivered' } : { outcome: 'failed', afterSeconds: null }
  }
  const code = status === 200 ? codeOf(kind, body) : null
  if (code === 0) return { outcome: 'delivered' }
  return { outcome: 'failed', afterSeconds: code !== null && tooFast[kind]?.includes(code) ? aMinute : null }
}
