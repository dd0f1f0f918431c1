import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import {
  type Figures,
  isMutedBySite,
  lastMoment,
  mutedBy,
  mutesSite,
  observed,
  openMoment,
  type Place,
  placeKey,
  withNotice,
} from '#shared/alert-decisions.ts'
import type { AlertKind, AlertMoment, AlertSeverity, MutedBy } from '#shared/alerts.ts'
import { type AlertDetail, type Event, readOpenEvents } from './open-events.ts'
import { readSilences, type StoredSilence, silenceOf } from './read-silences.ts'
import type { Rule } from './rules.ts'
import { insertEvents, insertNotices, updateEvents } from './write-events.ts'

type Seen = { detail?: AlertDetail; takenBack?: boolean }

/**
 * The open events of some tenants during one transaction. Reviews change the events in memory, and `settle` writes what
 * has changed.
 */
export type Board = {
  events(kind?: AlertKind): Event[]
  at(companyId: number, kind: AlertKind, place: Place): Event | undefined
  /** Open an event. `settle` assigns its id. */
  open(rule: Rule, place: Place, figures: Figures, detail?: AlertDetail): Event
  /** Update an open event with its current figures. */
  see(event: Event, rule: Rule, figures: Figures, seen?: Seen): void
  /** End an event. `takenBack` = it ends because the batch that opened it was undone. */
  end(event: Event, figures: Figures | null, seen?: Seen): void
  /** Tell whether an event of this kind would send a notice now, by figures that may be outdated. */
  isDue(kind: AlertKind): Promise<boolean>
  /**
   * Write what has changed and create the notices that are due: for `all` events, or only for those that a review
   * opened, updated or ended.
   */
  settle(which: 'all' | 'found'): Promise<void>
}

const keyOf = (companyId: number, kind: AlertKind, place: Place): string => `${companyId} ${placeKey(kind, place)}`
const written = ({ id: _id, ...event }: Event): string => JSON.stringify(event)

const figuresOf = (figures: Figures | null, { of }: Event): Figures => figures ?? { count: 0, of }

/**
 * Return the notice that is due for an event now. `along` = another event of the same severity repeats its notice now.
 */
const momentOf = (event: Event, muted: MutedBy | null, at: number, along: boolean): AlertMoment | null =>
  event.resolved ? lastMoment(event, event.takenBack) : muted === null ? openMoment(event, at, along) : null
/**
 * Return the severities with an event that repeats its notice now. Other events of these severities repeat theirs at
 * the same time.
 */
const repeatedSeverities = (
  events: readonly Event[],
  mutedNow: (event: Event) => MutedBy | null,
  at: number,
): ReadonlySet<AlertSeverity> =>
  new Set(
    events.filter((event) => momentOf(event, mutedNow(event), at, false) === 'still').map(({ severity }) => severity),
  )

/** Create an event. It has no id until `settle` writes it. */
const newEvent = (
  { companyId, kind, type, id: ruleId, severity }: Rule,
  place: Omit<Place, 'type'>,
  figures: Figures,
  { at, batchId, detail }: { at: number; batchId: number | null; detail: AlertDetail },
): Event => ({
  ...{ id: 0, companyId, kind, ...place, type, ruleId, severity, ...figures, worst: figures.count },
  ...{ openedAt: at, batchId, detail, mutedBy: null, resolved: false, takenBack: false },
  ...{ toldAt: null, toldCount: 0, acknowledgedCount: null },
})

type Moment = { event: Event; moment: AlertMoment; count: number }
type BoardOptions = { companyIds: readonly number[]; now: Date; timeZone: string; batchId: number | null }
/**
 * The state of a board: the events by their key, their JSON before the changes, and the events that a review opened,
 * updated or ended. `at` is `now` in ms.
 */
type Laid = BoardOptions & {
  at: number
  known: Map<string, Event>
  before: ReadonlyMap<Event, string>
  found: Set<Event>
}
type Muting = (event: Event) => MutedBy | null

const change = (event: Event, next: Partial<Event>) => void Object.assign(event, next)
const withDetail = (event: Event, detail: AlertDetail | undefined): Partial<Event> =>
  detail ? { detail: { ...event.detail, ...detail } } : {}

/** Return a function that tells why an event sends no notice at the moment, or null if it may. */
function mutingBy(silences: readonly StoredSilence[], { known, now, timeZone }: Laid): Muting {
  const downSites = new Set(
    [...known.values()].flatMap(({ kind, resolved, siteId }) =>
      mutesSite(kind) && !resolved && siteId !== null ? siteId : [],
    ),
  )
  return (event) => {
    const site = isMutedBySite(event.kind) && event.siteId !== null && downSites.has(event.siteId)
    return event.resolved
      ? null
      : mutedBy(event, { site, silence: silenceOf(silences, event.companyId, event, now, timeZone) !== undefined })
  }
}

/** Return the notices that are due now, and mark their events as told. */
function takeDueMoments({ known, found, at }: Laid, which: 'all' | 'found', mutedNow: Muting): Moment[] {
  const moments: Moment[] = []
  const again = which === 'all' ? repeatedSeverities([...known.values()], mutedNow, at) : new Set<AlertSeverity>()
  for (const event of known.values()) {
    const muted = mutedNow(event)
    // The review that counts an unmuted event again also sends its notice.
    if (which === 'found' && !found.has(event) && muted === null) continue
    const moment = momentOf(event, muted, at, again.has(event.severity))
    change(event, { mutedBy: muted })
    if (moment === null) continue
    moments.push({ event, moment, count: event.count })
    if (!event.resolved) change(event, withNotice(event, at))
  }
  return moments
}

async function insertNew(trx: Transaction<Database>, { known, now }: Laid): Promise<void> {
  const made = [...known.values()].filter(({ id }) => id === 0)
  for (const [place, id] of await insertEvents(trx, made, now)) {
    const event = made[place]
    if (event) change(event, { id })
  }
  // Another transaction has opened the same event first, and sends its notice.
  for (const event of made) if (event.id === 0) known.delete(keyOf(event.companyId, event.kind, event))
}

/** The methods of a board by which reviews open, update and end events. */
const finding = ({ known, found, at, batchId }: Laid): Pick<Board, 'open' | 'see' | 'end'> => ({
  open(rule, { siteId, clientId, accountId }, figures, detail = {}) {
    const event = newEvent(rule, { siteId, clientId, accountId }, figures, { at, batchId, detail })
    known.set(keyOf(event.companyId, event.kind, event), event)
    found.add(event)
    return event
  },
  see(event, rule, figures, { detail } = {}) {
    found.add(event)
    const { id: ruleId, severity } = rule
    change(event, { ...observed(event, figures), ruleId, severity, ...withDetail(event, detail) })
  },
  end(event, figures, { detail, takenBack = false } = {}) {
    found.add(event)
    change(event, { ...figuresOf(figures, event), resolved: true, takenBack, ...withDetail(event, detail) })
  },
})

/**
 * Read and lock the open events of some tenants. Each review changes events through one board, in the same transaction
 * as the data that it decides by.
 */
export async function openBoard(trx: Transaction<Database>, options: BoardOptions): Promise<Board> {
  const { companyIds, now, batchId } = options
  const open = await readOpenEvents(trx, companyIds)
  const known = new Map(open.map((event) => [keyOf(event.companyId, event.kind, event), event]))
  const before = new Map(open.map((event) => [event, written(event)]))
  const laid: Laid = { ...options, at: now.getTime(), known, before, found: new Set() }
  const { at, found } = laid
  let silences: Promise<StoredSilence[]> | null = null
  const muting = async (): Promise<Muting> => {
    silences ??= readSilences(trx, companyIds, now)
    return mutingBy(await silences, laid)
  }
  return {
    ...finding(laid),
    events: (kind) =>
      [...known.values()].filter((event) => !event.resolved && (kind === undefined || event.kind === kind)),
    at: (companyId, kind, place) => known.get(keyOf(companyId, kind, place)),
    async isDue(kind) {
      const events = [...known.values()].filter((event) => event.kind === kind && !event.resolved && !found.has(event))
      if (events.length === 0) return false
      const mutedNow = await muting()
      return events.some((event) => mutedNow(event) === null && openMoment(event, at) !== null)
    },
    async settle(which) {
      if (known.size === 0 || (which === 'found' && found.size === 0)) return
      await insertNew(trx, laid)
      const moments = takeDueMoments(laid, which, await muting())
      const changed = [...known.values()].filter((event) => before.get(event) !== written(event))
      await updateEvents(trx, changed, { now, batchId })
      const notices = moments.map(({ event: { id, companyId }, moment, count }) => ({ id, companyId, moment, count }))
      await insertNotices(trx, notices, now)
    },
  }
}
