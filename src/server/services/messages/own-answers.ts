import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'

/** Why no receiver was asked, or none has answered: our own words, kept as a code and said in the language of the reader. */
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

/** Codes of the system that people read often; others are kept as they are. */
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

/** What is kept of a try without an answer, for example `own:timeout 15`. */
export const ownAnswer = (reason: OwnReason, value: string | number = ''): string =>
  value === '' ? `own:${reason}` : `own:${reason} ${value}`

/** An answer as a person reads it: our own reasons by their words, what a receiver has said (it has a `status`) and rows of former days as they are. */
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
