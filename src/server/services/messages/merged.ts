import { severities } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import type { Message } from './message.ts'

/** A message with the id by which its receiver would have known it. */
export type Merged = { id: string; message: Message }

/** Many messages of one channel as one: their titles, the most urgent severity, and their ids for programs. */
export function mergedMessage(parts: readonly Merged[], language: Language): Message {
  const messages = parts.map(({ message }) => message)
  const severity = severities.findLast((one) => messages.some((message) => message.severity === one)) ?? 'notice'
  return {
    type: 'merged',
    severity,
    language,
    title: messageWord(language, 'message.merged', { count: parts.length }),
    // What was merged before is told line by line, not as a number of a number.
    lines: messages.flatMap(({ type, title, lines }) =>
      type === 'merged' || type === 'alert.group' ? lines : [title],
    ),
    link: messages.find(({ link }) => link)?.link ?? null,
    data: { merged: parts.map(({ id }) => id) },
    at: messages[0]?.at ?? new Date(0).toISOString(),
  }
}
