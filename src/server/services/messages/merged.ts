import { severities } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import type { Message } from './message.ts'

/** A message with the id under which its receiver would have received it. */
export type Merged = { id: string; message: Message }

/** Merge messages of one channel into one: their titles, the highest severity, and their ids for programs. */
export function mergedMessage(parts: readonly Merged[], language: Language): Message {
  const messages = parts.map(({ message }) => message)
  const severity = severities.findLast((one) => messages.some((message) => message.severity === one)) ?? 'notice'
  return {
    type: 'merged',
    severity,
    language,
    title: messageWord(language, 'message.merged', { count: parts.length }),
    // List the lines of an already merged message, not its count.
    lines: messages.flatMap(({ type, title, lines }) =>
      type === 'merged' || type === 'alert.group' ? lines : [title],
    ),
    link: messages.find(({ link }) => link)?.link ?? null,
    data: { merged: parts.map(({ id }) => id) },
    at: messages[0]?.at ?? new Date(0).toISOString(),
  }
}
