import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'

/** Why a receiver was not contacted or did not answer: our own codes, shown in the language of the reader. */
export const ownReasons = [
  'address',
  'timeout',
  'certificate',
  'connection',
  'size',
  'noMailServer',
  'keyChanged',
  'fileGone',
  'unsendable',
] as const
export type OwnReason = (typeof ownReasons)[number]

/** Frequent system error codes with a translation; others are shown unchanged. */
const codes = [
  ...([
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ] as const),
  ...(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'] as const),
] as const
const [redirects, clientErrors] = [300, 400]

const written = new RegExp(`^own:(${ownReasons.join('|')})(?: ([\\s\\S]*))?$`)

/** Return the stored answer of an attempt without a response, for example `own:timeout 15`. */
export const ownAnswer = (reason: OwnReason, value: string | number = ''): string =>
  value === '' ? `own:${reason}` : `own:${reason} ${value}`

/**
 * Return an answer for display: translate our own reasons; keep a receiver's answer (it has a `status`) and rows of
 * older versions unchanged.
 */
export function saidAnswer<Answer extends string | null>(
  language: Language,
  { status, answer }: { status: number | null; answer: Answer },
): Answer | string {
  if (status !== null && status >= redirects && status < clientErrors)
    return [messageWord(language, 'message.redirect'), answer].filter(Boolean).join(' · ')
  const [, reason, value = ''] = (status === null && answer !== null && written.exec(answer)) || []
  if (reason === undefined) return answer
  const code = codes.find((one) => one === value)
  return messageWord(language, `message.own.${reason as OwnReason}`, {
    value: code ? messageWord(language, `message.code.${code}`) : value,
  })
}
