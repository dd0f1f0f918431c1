import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'

/** Why no receiver was asked, or none has answered: our own words, kept as a code and said in the language of the reader. */
export const ownReasons = ['address', 'timeout', 'certificate', 'connection', 'size', 'noMailServer', 'keyChanged', 'fileGone', 'unsendable'] as const
export type OwnReason = (typeof ownReasons)[number]

const written = new RegExp(`^own:(${ownReasons.join('|')})(?: ([\\s\\S]*))?$`)

/** What is kept of a try without an answer, for example `own:timeout 15`. */
export const ownAnswer = (reason: OwnReason, value: string | number = ''): string => (value === '' ? `own:${reason}` : `own:${reason} ${value}`)

/** An answer as a person reads it: our own reasons by their words, what a receiver has said (it has a `status`) and rows of former days as they are. */
export function saidAnswer<Answer extends string | null>(language: Language, { status, answer }: { status: number | null; answer: Answer }): Answer | string {
  const [, reason, value = ''] = (status === null && answer !== null && written.exec(answer)) || []
  return reason === undefined ? answer : messageWord(language, `message.own.${reason as OwnReason}`, { value })
}
