import type { AlertMoment, AlertSeverity } from './alerts.ts'

// Decide when a channel receives one more moment of an event: pure functions, shared by the outbox, previews and the
// simulated month.

/** A message sent to a channel, at ms since 1970; `urgent` = a severe event began or grew. */
export type SentMessage = { at: number; urgent: boolean }
/** A moment to send to a channel. */
export type PendingMoment = { at: number; pace: Pace }

/** The urgency of a moment: it needs action, it corrects a false alarm, it ends a severe event, or anything else. */
export type Pace = 'urgent' | 'correction' | 'ending' | 'usual'
export function paceOf(severity: AlertSeverity, moment: AlertMoment): Pace {
  if (severity !== 'critical' || moment === 'still') return 'usual'
  return moment === 'takenBack' ? 'correction' : moment === 'resolved' ? 'ending' : 'urgent'
}
/** A severe event that begins or grows needs action now. */
export const isUrgent = (severity: AlertSeverity, moment: AlertMoment): boolean => paceOf(severity, moment) === 'urgent'

const minuteMs = 60_000
export const gatheringDayMs = 24 * 60 * minuteMs
/**
 * Sites that fail one after the other make one message: further severe events wait this long after the last message,
 * longer on a day with several.
 */
const urgentGapMs = minuteMs
const laterUrgentGapMs = 5 * minuteMs
/** More messages than a day can have with these gaps. */
const mostADay = 300
/**
 * This number of messages a day are sent soon, whatever they contain: sites that recover one after the other also make
 * one message.
 */
const freeADay = 3
const usualGapMs = 10 * minuteMs
/**
 * On a day with more messages, one that is not urgent waits this long after the last one, longer with more messages.
 */
const gapsMs = [60 * minuteMs, 120 * minuteMs, 240 * minuteMs, 480 * minuteMs] as const
/**
 * The maximum wait of the end of a severe event, sent together with other ends; a correction of a false alarm is sent
 * within minutes.
 */
const endingWaitsMs = [30 * minuteMs, 120 * minuteMs, 300 * minuteMs] as const
const correctionGapMs = 5 * minuteMs
/** Choose the wait for a number of messages; the last one for all higher numbers. */
const nth = (waits: readonly number[], place: number): number => waits[Math.min(place, waits.length - 1)] ?? 0

/**
 * Return when a moment of an event is sent, in ms since 1970: at once, or together with others found until then.
 * @param sent messages to the channel in the last day @param now ms since 1970
 */
export function sendAt(pace: Pace, sent: readonly SentMessage[], now: number): number {
  const recent = sent.filter(({ at }) => at > now - gatheringDayMs)
  const alike = Math.max(...recent.filter(({ urgent }) => urgent === (pace === 'urgent')).map(({ at }) => at))
  const urgentOnes = recent.filter(({ urgent }) => urgent).length
  if (pace === 'urgent') return Math.max(now, alike + (urgentOnes < freeADay ? urgentGapMs : laterUrgentGapMs))
  if (pace === 'correction') return Math.max(now, alike + correctionGapMs)
  const more = recent.length - freeADay
  if (more < 0) return Math.max(now, alike + usualGapMs)
  const due = Math.max(now, Math.max(...recent.map(({ at }) => at)) + nth(gapsMs, more))
  return pace === 'ending' ? Math.min(due, now + nth(endingWaitsMs, more)) : due
}

/** Gather moments into messages, in chronological order: each holds the moments found before it is sent. */
export function gather<Moment extends PendingMoment>(moments: readonly Moment[]): { at: number; parts: Moment[] }[] {
  const messages: { at: number; urgent: boolean; parts: Moment[] }[] = []
  let waiting: Moment[] = []
  let due = Number.POSITIVE_INFINITY
  const leave = (until: number) => {
    if (waiting.length === 0 || due > until) return
    messages.push({ at: due, urgent: waiting.some(({ pace }) => pace === 'urgent'), parts: waiting })
    waiting = []
    due = Number.POSITIVE_INFINITY
  }
  for (const moment of [...moments].sort((left, right) => left.at - right.at)) {
    // Moments found at the same instant are sent together.
    leave(moment.at - 1)
    waiting.push(moment)
    due = Math.min(due, sendAt(moment.pace, messages.slice(-mostADay), moment.at))
  }
  leave(Number.POSITIVE_INFINITY)
  return messages.map(({ at, parts }) => ({ at, parts }))
}
