import type { AlertMoment, AlertSeverity } from './alerts.ts'

// When a person is told of one more moment of an event: pure, for the outbox, for previews and for the simulated month alike.

/** A message that went to a channel, or a moment of which it is to be told, at ms since 1970; `urgent` = it says that a severe event began or grew. */
export type Told = { at: number; urgent: boolean }

/** A severe event that begins or grows calls for somebody now. */
export const isUrgent = (severity: AlertSeverity, moment: AlertMoment): boolean => severity === 'critical' && (moment === 'opened' || moment === 'grown')

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
/** What is not urgent waits so long after the last message, the longer the more a channel was told in the last day. */
const gapsMs = [60 * minuteMs, 120 * minuteMs, 240 * minuteMs, 480 * minuteMs] as const

/**
 * When a moment of an event is told, in ms since 1970: at once, or together with others that are found until then.
 * @param told what the channel was told in the last day @param now ms since 1970
 */
export function tellAt(urgent: boolean, told: readonly Told[], now: number): number {
  const recent = told.filter(({ at }) => at > now - gatheringDayMs)
  const alike = Math.max(...recent.filter((one) => one.urgent === urgent).map(({ at }) => at))
  const urgentOnes = recent.filter((one) => one.urgent).length
  if (urgent) return Math.max(now, alike + (urgentOnes < freeADay ? urgentGapMs : laterUrgentGapMs))
  if (recent.length < freeADay) return Math.max(now, alike + usualGapMs)
  const last = Math.max(...recent.map(({ at }) => at))
  return Math.max(now, last + (gapsMs[Math.min(recent.length - freeADay, gapsMs.length - 1)] ?? 0))
}

/** The messages that come of moments, in the order of time: each holds what has been found until it leaves. */
export function gather<Moment extends Told>(moments: readonly Moment[]): { at: number; parts: Moment[] }[] {
  const messages: { at: number; urgent: boolean; parts: Moment[] }[] = []
  let waiting: Moment[] = []
  let due = Number.POSITIVE_INFINITY
  const leave = (until: number) => {
    if (waiting.length === 0 || due > until) return
    messages.push({ at: due, urgent: waiting.some(({ urgent }) => urgent), parts: waiting })
    waiting = []
    due = Number.POSITIVE_INFINITY
  }
  for (const moment of [...moments].sort((left, right) => left.at - right.at)) {
    // What is found in the same instant goes together.
    leave(moment.at - 1)
    waiting.push(moment)
    due = Math.min(due, tellAt(moment.urgent, messages.slice(-mostADay), moment.at))
  }
  leave(Number.POSITIVE_INFINITY)
  return messages.map(({ at, parts }) => ({ at, parts }))
}
