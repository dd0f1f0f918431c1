import type { Message } from '#server/services/messages/message.ts'
import type { AlertKind, AlertMoment } from '#shared/alerts.ts'
import { type Severity, severities } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import { isUrgent } from '#shared/message-gathering.ts'
import type { AlertData } from './alert-message.ts'

/** A message about one event, with the id under which its receiver would have seen it. */
export type Part = { id: string; message: Message }
type Known = Part & { data: AlertData }

const known = (parts: readonly Part[]): Known[] =>
  parts.map((part) => ({ ...part, data: part.message.data as AlertData }))

/** The groups that a message counts: an event that grew before any message counts as new. */
const groups = {
  opened: 'begun',
  grown: 'begun',
  still: 'still',
  resolved: 'over',
  takenBack: 'takenBack',
} as const satisfies Record<AlertMoment, string>
type Group = (typeof groups)[AlertMoment]
const groupNames = ['begun', 'still', 'over', 'takenBack'] as const satisfies readonly Group[]

/** Return the message of an event that grew before any message as one of its beginning. */
function asBegun(part: Known): Known {
  const [before = '', after = ''] = messageWord(part.message.language, 'message.moment.grown', { what: '\0' }).split(
    '\0',
  )
  return {
    ...part,
    message: { ...part.message, title: part.message.title.replace(before, '').replace(after, '') },
    data: { ...part.data, moment: 'opened' },
  }
}

/** Return the newest state of each event: for one that began and ended in the meantime, only its end. */
function newest(parts: readonly Known[]): Known[] {
  const found = new Map<number, Known>()
  const begun = new Set<number>()
  for (const part of parts) {
    const { alertId, moment } = part.data
    if (moment === 'opened') begun.add(alertId)
    // Re-insert it, so that the events are ordered by their newest message.
    found.delete(alertId)
    found.set(alertId, moment === 'grown' && begun.has(alertId) ? asBegun(part) : part)
  }
  return [...found.values()]
}

/** Return the ids of messages about events that began and were taken back before any message was sent. */
export function takenBackUnsent(messages: readonly Part[]): ReadonlySet<string> {
  const parts = known(messages)
  const begun = new Set(parts.filter(({ data }) => data.moment === 'opened').map(({ data }) => data.alertId))
  const gone = new Set(
    newest(parts).flatMap(({ data }) => (data.moment === 'takenBack' && begun.has(data.alertId) ? [data.alertId] : [])),
  )
  return new Set(parts.filter(({ data }) => gone.has(data.alertId)).map(({ id }) => id))
}

/**
 * Tell whether the remaining messages contain a severe event that began or grew. One that has already ended needs no
 * reaction.
 */
export const isAnyUrgent = (messages: readonly Part[]): boolean =>
  newest(known(messages)).some(({ message, data }) => isUrgent(message.severity, data.moment))

const only = <Value>(values: readonly Value[]): Value | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null
const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0)

/** Return where the events of a group are: the name of a single place, or else the number of places and their base. */
function whereOf(parts: readonly Known[], language: Language): string {
  const place = only(parts.map(({ data }) => data.place))
  if (place !== null) return place
  const base = only(parts.map(({ data }) => data.base))
  const count = new Set(parts.map(({ data }) => data.place)).size
  const unit = parts.every(({ data }) => data.kind.startsWith('site.')) ? 'sites' : 'places'
  return base === null
    ? messageWord(language, `message.group.${unit}`, { count })
    : messageWord(language, `message.group.${unit}OfBase`, { count, base })
}

/** Return how many events there are of each moment. */
function figuresOf(parts: readonly Known[], language: Language): string {
  const counted = groupNames.map((name) => ({
    name,
    count: parts.filter(({ data }) => groups[data.moment] === name).length,
  }))
  const said = counted
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => messageWord(language, `message.group.${name}`, { count }))
  return said.join(language === 'zh' ? '，' : ', ')
}

/** Return the title of a group: for one kind and moment like a single event, otherwise the counts per moment. */
function titleOf(parts: readonly Known[], language: Language): string {
  const kind: AlertKind | null = only(parts.map(({ data }) => data.kind))
  const group: Group | null = only(parts.map(({ data }) => groups[data.moment]))
  const where = whereOf(parts, language)
  if (kind === null || group === null)
    return messageWord(language, 'message.group.mixed', { where, figures: figuresOf(parts, language) })
  const count = sum(parts.map(({ data }) => data.count))
  const of = parts.every(({ data }) => data.of !== null) ? sum(parts.map(({ data }) => data.of ?? 0)) : 0
  const isOver = group === 'over' || group === 'takenBack'
  const figures = isOver || count === 0 ? '' : ` ${count}${of === 0 ? '' : `/${of}`}`
  const what = `${where} ${messageWord(language, `message.kind.${kind}`)}${figures}`
  if (group === 'begun') return what
  return messageWord(language, `message.moment.${group === 'over' ? 'resolved' : group}`, { what })
}

/** Return the title of an event without the mark of its severity, which the title of the group has. */
const withoutMark = (title: string): string => title.replace(/^\[[^\]]*\] /, '')

/**
 * Build one message from several messages about events, in the language of their channel, for example sites that went
 * offline in one batch.
 * @param sent messages of single events, in the order in which they were found
 */
export function groupMessage(sent: readonly Part[], language: Language): Message {
  const found = newest(known(sent))
  // Severe beginnings come first, for a person who reads only the title.
  const severe = found.filter(({ message, data }) => message.severity === 'critical' && groups[data.moment] === 'begun')
  const others = found.filter((part) => !severe.includes(part))
  const parts = [...severe, ...others]
  const [single] = parts
  if (single && parts.length === 1) return single.message
  const isMixed = severe.length > 0 && others.length > 0
  const what = titleOf(isMixed ? severe : parts, language)
  const title = isMixed
    ? messageWord(language, 'message.group.also', { what, figures: figuresOf(others, language) })
    : what
  const messages = parts.map(({ message }) => message)
  // The severity is that of the events that began: a severe event that has ended needs no reaction.
  const begun = parts.filter(({ data }) => groups[data.moment] === 'begun')
  const severity: Severity =
    severities.findLast((one) => (begun.length > 0 ? begun : parts).some(({ message }) => message.severity === one)) ??
    'notice'
  const sameSeverity = only(messages.map((message) => message.severity)) !== null
  const link = messages.find((message) => message.link)?.link ?? null
  return {
    type: 'alert.group',
    severity,
    language,
    title: `[${messageWord(language, `message.severity.${severity}`)}] ${title}`,
    lines: messages.map(({ title, lines }) =>
      [sameSeverity ? withoutMark(title) : title, ...lines].join(language === 'zh' ? '，' : ', '),
    ),
    // The link opens the list of all events.
    link: link && { text: messageWord(language, 'message.group.open'), url: link.url.split('?', 1).join('') },
    data: { alerts: parts.map(({ data }) => data), merged: sent.map(({ id }) => id) },
    at: messages.at(-1)?.at ?? new Date(0).toISOString(),
    thread: messages[0]?.thread,
  }
}
