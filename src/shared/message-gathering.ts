import type { AlertMoment, AlertSeverity } from './alerts.ts'

// When a person is told of one more moment of an event: pure, for the outbox, for previews and for the simulated month alike.

/** A message that went to a channel, at ms since 1970; `urgent` = it says that a severe event began or grew. */
export type Told = { at: number; urgent: boolean }
/** A moment of which a channel is to be told. */
export type ToTell = { at: number; pace: Pace }

/** How soon a moment is told: it calls for somebody, says that somebody was called for nothing, that a severe event is over, or something else. */
export type Pace = 'urgent' | 'correction' | 'ending' | 'usual'
export function paceOf(severity: AlertSeverity, moment: AlertMoment): Pace {
  if (severity !== 'critical' || moment === 'still') return 'usual'
  return moment === 'takenBack' ? 'correction' : moment === 'resolved' ? 'ending' : 'urgent'
}
/** A severe event that begins or grows calls for somebody now. */
export const isUrgent = (severity: AlertSeverity, moment: AlertMoment): boolean => paceOf(severity, moment) === 'urgent'

const minuteMs = 60_000
export const gatheringDayMs = 24 * 60 * minuteMs
/** Sites that fall one after the other are one message: further severe events wait for so long after the last one, longer on a day that has had several. */
const urgentGapMs = minuteMs
const laterUrgentGapMs = 5 * minuteMs
/** More messages than a day can have, by the gaps between them. */
const mostADay = 300
/** So many messages of a day leave soon, whatever they say: sites that come back one after the other are one message, too. */
const freeADay = 3
const usualGapMs = 10 * minuteMs
/** On a day that has had more, what is not urgent waits so long after the last message, the longer the more there were. */
const gapsMs = [60 * minuteMs, 120 * minuteMs, 240 * minuteMs, 480 * minuteMs] as const
/** The end of a severe event waits so long at most, along with others that end; who was called for nothing hears of it within minutes. */
const endingWaitsMs = [30 * minuteMs, 120 * minuteMs, 300 * minuteMs] as const
const correctionGapMs = 5 * minuteMs
/** The longer, the more; the last one for all that are more. */
const nth = (waits: readonly number[], place: number): number => waits[Math.min(place, waits.length - 1)] ?? 0

/**
 * When a moment of an event is told, in ms since 1970: at once, or together with others that are found until then.
 * @param told what the channel was told in the last day @param now ms since 1970
 */
export function tellAt(pace: Pace, told: readonly Told[], now: number): number {
  const recent = told.filter(({ at }) => at > now - gatheringDayMs)
  const alike = Math.max(...recent.filter(({ urgent }) => urgent === (pace === 'urgent')).map(({ at }) => at))
  const urgentOnes = recent.filter(({ urgent }) => urgent).length
  if (pace === 'urgent') return Math.max(now, alike + (urgentOnes < freeADay ? urgentGapMs : laterUrgentGapMs))
  if (pace === 'correction') return Math.max(now, alike + correctionGapMs)
  const more = recent.length - freeADay
  if (more < 0) return Math.max(now, alike + usualGapMs)
  const due = Math.max(now, Math.max(...recent.map(({ at }) => at)) + nth(gapsMs, more))
  return pace === 'ending' ? Math.min(due, now + nth(endingWaitsMs, more)) : due
}

/** The messages that come of moments, in the order of time: each holds what has been found until it leaves. */
export function gather<Moment extends ToTell>(moments: readonly Moment[]): { at: number; parts: Moment[] }[] {
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
    // What is found in the same instant goes together.
    leave(moment.at - 1)
    waiting.push(moment)
    due = Math.min(due, tellAt(moment.pace, messages.slice(-mostADay), moment.at))
  }
  leave(Number.POSITIVE_INFINITY)
  return messages.map(({ at, parts }) => ({ at, parts }))
}
