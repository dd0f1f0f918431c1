import type { AlertKind, AlertMoment, AlertSeverity, MutedBy } from './alerts.ts'

// What becomes of an event: pure, so that a property test can walk through any history of it.

/** An open event is told of again after so long, while nobody says that he knows. Those that a person looks at anyway, once a day. */
const stillMs: Record<AlertSeverity, number> = {
  critical: 4 * 3_600_000,
  warning: 4 * 3_600_000,
  notice: 24 * 3_600_000,
}
/** ms between two moments of an event that does not change. */
export const stillAfter = (severity: AlertSeverity): number => stillMs[severity]

/** After so much of that time an event is told of again along with another one. */
const alongShare = 0.5

/** What opened stays open until it is clearly better, so that a figure at its threshold does not open and close it with every feed. */
const stayingShare = 0.8

/** Thresholds of a rule; null = the kind does not have it. */
export type Thresholds = { machines: number | null; percent: number | null }
export type Figures = { count: number; of: number }

const reaches = ({ count, of }: Figures, { machines, percent }: Thresholds, share: number): boolean =>
  count > 0 && count >= (machines ?? 1) * share && count * 100 >= (percent ?? 0) * share * of

/** Do these figures make an event? */
export const opens = (figures: Figures, thresholds: Thresholds): boolean => reaches(figures, thresholds, 1)
/** Do they keep one open that there is? */
export const stays = (figures: Figures, thresholds: Thresholds): boolean => reaches(figures, thresholds, stayingShare)

/** Has a count grown by a fifth, and by one at least? */
export const hasGrown = (from: number, to: number): boolean => to > from && to * 5 >= from * 6

/** An event as far as its next moment depends on it; instants in ms since 1970. */
export type AlertState = Figures & {
  worst: number
  severity: AlertSeverity
  /** When it was told of last, and with which count; null = nobody was told. */
  toldAt: number | null
  toldCount: number
  /** The count at which somebody said that he knows; null = nobody has. */
  acknowledgedCount: number | null
}

/** An event with what is found now. An acknowledgement of 100 machines is none of 120. */
export function observed<State extends AlertState>(state: State, { count, of }: Figures): State {
  const known = state.acknowledgedCount
  const outgrown = known !== null && hasGrown(known, count)
  return {
    ...state,
    ...{ count, of, worst: Math.max(state.worst, count) },
    acknowledgedCount: outgrown ? null : known,
    // What has grown past what was acknowledged is told at once, however many were told of before.
    toldCount: outgrown ? Math.min(state.toldCount, known) : state.toldCount,
  }
}

/** Why nobody is told of an open event for now; null = it is told of. */
export function mutedBy(
  state: Pick<AlertState, 'acknowledgedCount'>,
  quiet: { site: boolean; silence: boolean },
): MutedBy | null {
  if (quiet.site) return 'site'
  if (quiet.silence) return 'silence'
  return state.acknowledgedCount === null ? null : 'acknowledged'
}

/**
 * What is to be told of an open event that nothing mutes.
 * @param now ms since 1970
 * @param along another event is told of again: so is this one, unless it was told of lately, so that both are one message
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

/** What is to be told of an event that is over: everybody who was told of the start, and nobody else. */
export function lastMoment(
  { toldAt }: Pick<AlertState, 'toldAt'>,
  takenBack: boolean,
): 'resolved' | 'takenBack' | null {
  if (toldAt === null) return null
  return takenBack ? 'takenBack' : 'resolved'
}

/** An event after a moment of it was told. */
export const told = <State extends AlertState>(state: State, now: number): State => ({
  ...state,
  toldAt: now,
  toldCount: state.count,
})

/** An open event of a whole site says all that those of its machines and shares would. */
export const mutesSite = (kind: AlertKind): boolean => kind.startsWith('site.')
export const isMutedBySite = (kind: AlertKind): boolean => kind.startsWith('device.') || kind.startsWith('share.')

/** Where an event is, or a rule or silence holds; null = not narrowed. */
export type Place = { siteId: number | null; clientId: number | null; accountId: number | null; type: string | null }
const dimensions = ['siteId', 'clientId', 'accountId', 'type'] as const
/** Does what holds at `outer` hold at `inner`? */
export const covers = (outer: Place, inner: Place): boolean =>
  dimensions.every((name) => outer[name] === null || outer[name] === inner[name])

/** Names a kind of event at a place, of which one may be open. */
export const placeKey = (kind: AlertKind, { siteId, clientId, accountId, type }: Place): string =>
  [kind, siteId ?? 0, clientId ?? 0, accountId ?? 0, type ?? ''].join(' ')

/** The rules of one kind that say the same of owners and type: the one of a site holds there, the one without a site everywhere else. */
export function ruleAt<Rule extends { siteId: number | null }>(
  rules: readonly Rule[],
  siteId: number | null,
): Rule | undefined {
  return (
    rules.find((rule) => rule.siteId !== null && rule.siteId === siteId) ?? rules.find((rule) => rule.siteId === null)
  )
}
