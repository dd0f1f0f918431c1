import type { AlertKind, AlertMoment, AlertSeverity, MutedBy } from './alerts.ts'

// The decisions about an event: pure functions, so that a property test can run any history.

/**
 * An open event is reported again after this time, unless it is acknowledged. Events that a person watches anyway: once
 * a day.
 */
const stillMs: Record<AlertSeverity, number> = {
  critical: 4 * 3_600_000,
  warning: 4 * 3_600_000,
  notice: 24 * 3_600_000,
}
/** Return the time in ms between two messages of an event that does not change. */
export const stillAfter = (severity: AlertSeverity): number => stillMs[severity]

/** After this share of that time, an event is reported again together with another one. */
const alongShare = 0.5

/**
 * An open event stays open until its figures are clearly better, so that a value at the threshold does not open and
 * close it with every feed.
 */
const stayingShare = 0.8

/** Thresholds of a rule; null = not used by the kind. */
export type Thresholds = { machines: number | null; percent: number | null }
export type Figures = { count: number; of: number }

const reaches = ({ count, of }: Figures, { machines, percent }: Thresholds, share: number): boolean =>
  count > 0 && count >= (machines ?? 1) * share && count * 100 >= (percent ?? 0) * share * of

/** Do these figures open an event? */
export const opens = (figures: Figures, thresholds: Thresholds): boolean => reaches(figures, thresholds, 1)
/** Do these figures keep an open event open? */
export const stays = (figures: Figures, thresholds: Thresholds): boolean => reaches(figures, thresholds, stayingShare)

/** Has a count grown by a fifth, and by at least one? */
export const hasGrown = (from: number, to: number): boolean => to > from && to * 5 >= from * 6

/** The part of an event that decides its next message; instants in ms since 1970. */
export type AlertState = Figures & {
  worst: number
  severity: AlertSeverity
  /** Time and count of the last message; null = no message was sent. */
  toldAt: number | null
  toldCount: number
  /** The acknowledged count; null = not acknowledged. */
  acknowledgedCount: number | null
}

/** Update an event with new figures. An acknowledgement of 100 machines does not cover 120. */
export function observed<State extends AlertState>(state: State, { count, of }: Figures): State {
  const known = state.acknowledgedCount
  const outgrown = known !== null && hasGrown(known, count)
  return {
    ...state,
    ...{ count, of, worst: Math.max(state.worst, count) },
    acknowledgedCount: outgrown ? null : known,
    // An event that has outgrown its acknowledgement is reported at once, whatever count was reported before.
    toldCount: outgrown ? Math.min(state.toldCount, known) : state.toldCount,
  }
}

/** Return why an open event is not reported at present; null = it is reported. */
export function mutedBy(
  state: Pick<AlertState, 'acknowledgedCount'>,
  quiet: { site: boolean; silence: boolean },
): MutedBy | null {
  if (quiet.site) return 'site'
  if (quiet.silence) return 'silence'
  return state.acknowledgedCount === null ? null : 'acknowledged'
}

/**
 * Return the moment to report of an open event that is not muted; null = none.
 * @param now ms since 1970
 * @param along another event is reported again: report this one with it, unless it was reported recently, so that both
 * are one message
 */
export function openMoment(
  state: AlertState,
  now: number,
  along = false,
): Exclude<AlertMoment, 'resolved' | 'takenBack'> | null {
  if (state.toldAt === null) return 'opened'
  if (hasGrown(state.toldCount, state.count)) return 'grown'
  return now - state.toldAt >= stillMs[state.severity] * (along ? alongShare : 1) ? 'still' : null
}

/** Return the moment to report of an event that has ended; null = its start was not reported. */
export function lastMoment(
  { toldAt }: Pick<AlertState, 'toldAt'>,
  takenBack: boolean,
): 'resolved' | 'takenBack' | null {
  if (toldAt === null) return null
  return takenBack ? 'takenBack' : 'resolved'
}

/** Return the event after a moment of it was reported. */
export const withNotice = <State extends AlertState>(state: State, now: number): State => ({
  ...state,
  toldAt: now,
  toldCount: state.count,
})

/** An open event of a whole site includes those of its machines and shares. */
export const mutesSite = (kind: AlertKind): boolean => kind.startsWith('site.')
export const isMutedBySite = (kind: AlertKind): boolean => kind.startsWith('device.') || kind.startsWith('share.')

/** The place of an event, or the scope of a rule or silence; null = not narrowed. */
export type Place = { siteId: number | null; clientId: number | null; accountId: number | null; type: string | null }
const dimensions = ['siteId', 'clientId', 'accountId', 'type'] as const
/** Does a rule or silence for `outer` apply at `inner`? */
export const covers = (outer: Place, inner: Place): boolean =>
  dimensions.every((name) => outer[name] === null || outer[name] === inner[name])

/** Return the key of a kind of event at a place; only one such event may be open. */
export const placeKey = (kind: AlertKind, { siteId, clientId, accountId, type }: Place): string =>
  [kind, siteId ?? 0, clientId ?? 0, accountId ?? 0, type ?? ''].join(' ')

/**
 * Choose among rules of one kind with the same owners and type: the rule of a site applies there, the rule without a
 * site everywhere else.
 */
export function ruleAt<Rule extends { siteId: number | null }>(
  rules: readonly Rule[],
  siteId: number | null,
): Rule | undefined {
  return (
    rules.find((rule) => rule.siteId !== null && rule.siteId === siteId) ?? rules.find((rule) => rule.siteId === null)
  )
}
