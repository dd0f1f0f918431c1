import type { ChannelKind } from '#shared/channels.ts'

/** What a provider has answered. `retryAfter` is the header as it came. */
export type Answer = { status: number; body: string; retryAfter: string | null }

/**
 * What an answer means: taken over; not taken over, to be tried again by the schedule or when the provider says (`afterSeconds`); or the
 * receiver is gone for good.
 */
export type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'failed'; afterSeconds: number | null }
  | { outcome: 'gone' }

/** Longest wait that a provider may ask for. */
const mostSeconds = 86_400
/** Codes by which the robots say that messages come too fast, each counted by the minute. */
const tooFast: Readonly<Record<string, readonly number[]>> = {
  wecom: [45009, 45033],
  dingtalk: [130101, 410100],
  feishu: [9499, 11232],
}
const aMinute = 60

/** Seconds of `Retry-After`, a number or a date; null = it says nothing. */
export function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null) return null
  const text = header.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? null : Math.min(mostSeconds, Math.max(1, Math.ceil(seconds)))
}

/** `errcode` of WeCom and DingTalk, `code` of Feishu; null for an answer that has none. */
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

/** The truth of success, by the table of alerts.md: the status of a webhook, and the code in the body of the robots, which answer 200 to everything. */
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
