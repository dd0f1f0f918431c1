import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import {
  type AlertState,
  type Figures,
  isMutedBySite,
  lastMoment,
  mutedBy,
  mutesSite,
  observed,
  openMoment,
  type Place,
  placeKey,
  told,
} from '#shared/alert-decisions.ts'
import type { AlertKind, AlertMoment, AlertSeverity, MutedBy } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'
import { readSilences, type StoredSilence, silenceOf } from './read-silences.ts'
import type { Rule } from './rules.ts'

/** What is known of an event besides its figures: why a feed failed, what was seen when its members were counted last. */
export type AlertDetail = {
  reason?: 'refused' | 'thin' | 'notRun'
  /** In each language; those of former days in the words of the caller that told of it. */
  text?: string | Record<Language, string>
  /** Machines of the place that were offline when its members were counted. */
  offline?: number
  /** Told of by the live door, which takes it back by itself. */
  live?: boolean
}
export type Event = AlertState &
  Place & {
    /** 0 = not written yet. */
    id: number
    companyId: number
    kind: AlertKind
    type: DeviceType | null
    ruleId: number | null
    openedAt: number
    batchId: number | null
    detail: AlertDetail
    mutedBy: MutedBy | null
    resolved: boolean
    takenBack: boolean
  }
type Seen = { detail?: AlertDetail; takenBack?: boolean }

/** The open events of some tenants during one transaction: what is found is laid on it, and `settle` writes what has changed. */
export type Board = {
  events(kind?: AlertKind): Event[]
  at(companyId: number, kind: AlertKind, place: Place): Event | undefined
  /** Opens an event, which `settle` gives its number. */
  open(rule: Rule, place: Place, figures: Figures, detail?: AlertDetail): Event
  /** What is found of an open event now. */
  see(event: Event, rule: Rule, figures: Figures, seen?: Seen): void
  /** It is over; `takenBack` = because what opened it was undone. */
  end(event: Event, figures: Figures | null, seen?: Seen): void
  /** Would something be told of an event of this kind now, by figures that may be old? */
  isDue(kind: AlertKind): Promise<boolean>
  /** Writes what has changed and tells what there is to tell: of `all` events, or of those alone of which something was found. */
  settle(which: 'all' | 'found'): Promise<void>
}

type Stored = Omit<Event, 'toldAt' | 'openedAt' | 'resolved' | 'takenBack'> & { toldAt: Date | null; openedAt: Date }

/** Locked in the order of their numbers, so that a feed, the clock and a person wait for each other instead of crossing. */
async function readOpen(trx: Transaction<Database>, companyIds: readonly number[]): Promise<Event[]> {
  const { rows } = await sql<Stored>`
    select id, company_id as "companyId", kind, severity, site_id as "siteId", client_id as "clientId", account_id as "accountId", type, rule_id as "ruleId",
      opened_at as "openedAt", count_now as count, count_of as of, count_worst as worst, batch_id as "batchId", detail, told_at as "toldAt",
      told_count as "toldCount", acknowledged_count as "acknowledgedCount", muted_by as "mutedBy"
    from alert where resolved_at is null and company_id = any(${[...companyIds]}::int[]) order by id for update`.execute(
    trx,
  )
  return rows.map(({ toldAt, openedAt, ...row }) => ({
    ...row,
    toldAt: toldAt?.getTime() ?? null,
    openedAt: openedAt.getTime(),
    resolved: false,
    takenBack: false,
  }))
}

const keyOf = (companyId: number, kind: AlertKind, place: Place): string => `${companyId} ${placeKey(kind, place)}`
const written = ({ id: _id, ...event }: Event): string => JSON.stringify(event)

const figuresOf = (figures: Figures | null, { of }: Event): Figures => figures ?? { count: 0, of }

/** What is to be told of an event now. `along` = another one is told of again. */
const momentOf = (event: Event, muted: MutedBy | null, at: number, along: boolean): AlertMoment | null =>
  event.resolved ? lastMoment(event, event.takenBack) : muted === null ? openMoment(event, at, along) : null
/** Severities of which an event is told of again now: others of the same go along. */
const toldAgain = (
  events: readonly Event[],
  mutedNow: (event: Event) => MutedBy | null,
  at: number,
): ReadonlySet<AlertSeverity> =>
  new Set(
    events.filter((event) => momentOf(event, mutedNow(event), at, false) === 'still').map(({ severity }) => severity),
  )

type Moment = { event: Event; moment: AlertMoment; count: number }
type BoardOptions = { companyIds: readonly number[]; now: Date; timeZone: string; batchId: number | null }

/** Lays the open events of tenants out. Everything that decides of events goes through one board, in the transaction of what it decides by. */
export async function openBoard(
  trx: Transaction<Database>,
  { companyIds, now, timeZone, batchId }: BoardOptions,
): Promise<Board> {
  const at = now.getTime()
  const known = new Map<string, Event>()
  const before = new Map<Event, string>()
  for (const event of await readOpen(trx, companyIds)) {
    known.set(keyOf(event.companyId, event.kind, event), event)
    before.set(event, written(event))
  }
  /** Events of which something was found. */
  const found = new Set<Event>()
  let quiet: Promise<StoredSilence[]> | null = null
  const silences = () => {
    quiet ??= readSilences(trx, companyIds, now)
    return quiet
  }
  const change = (event: Event, next: Partial<Event>) => void Object.assign(event, next)

  /** Tells why an event is not told of at the moment; null = it is. */
  async function muting(): Promise<(event: Event) => MutedBy | null> {
    const all = await silences()
    const downSites = new Set(
      [...known.values()].flatMap(({ kind, resolved, siteId }) =>
        mutesSite(kind) && !resolved && siteId !== null ? siteId : [],
      ),
    )
    return (event) => {
      const site = isMutedBySite(event.kind) && event.siteId !== null && downSites.has(event.siteId)
      return event.resolved
        ? null
        : mutedBy(event, { site, silence: silenceOf(all, event.companyId, event, now, timeZone) !== undefined })
    }
  }

  /** What is told now, and of which event. */
  function momentsOf(which: 'all' | 'found', mutedNow: (event: Event) => MutedBy | null): Moment[] {
    const moments: Moment[] = []
    const again = which === 'all' ? toldAgain([...known.values()], mutedNow, at) : new Set<AlertSeverity>()
    for (const event of known.values()) {
      const muted = mutedNow(event)
      // What is not muted any more is told by who counts it anew.
      if (which === 'found' && !found.has(event) && muted === null) continue
      const moment = momentOf(event, muted, at, again.has(event.severity))
      change(event, { mutedBy: muted })
      if (moment === null) continue
      moments.push({ event, moment, count: event.count })
      if (!event.resolved) change(event, told(event, at))
    }
    return moments
  }

  async function insertNew(): Promise<void> {
    const made = [...known.values()].filter(({ id }) => id === 0)
    if (made.length === 0) return
    const { rows } = await sql<{ place: number; id: number }>`
      with made as (select * from jsonb_to_recordset(${JSON.stringify(made.map((event, place) => ({ ...event, place })))}::jsonb) as m(place int, "companyId" int,
          kind text, severity text, "siteId" int, "clientId" int, "accountId" int, type text, "ruleId" int, count int, of int, "batchId" int, detail jsonb)),
      inserted as (
        insert into alert(company_id, kind, severity, site_id, client_id, account_id, type, rule_id, opened_at, last_seen_at, count_now, count_worst, count_of, batch_id, detail)
        select "companyId", kind, severity, "siteId", "clientId", "accountId", type, "ruleId", ${now}::timestamptz, ${now}::timestamptz, count, count, of, "batchId", detail
        from made order by place on conflict do nothing returning *)
      select m.place, i.id from inserted i join made m on m."companyId" = i.company_id and m.kind = i.kind and m."siteId" is not distinct from i.site_id
        and m."clientId" is not distinct from i.client_id and m."accountId" is not distinct from i.account_id and m.type is not distinct from i.type`.execute(
      trx,
    )
    for (const { place, id } of rows) {
      const event = made[place]
      if (event) change(event, { id })
    }
    // Another transaction was faster with the same event: that one tells of it.
    for (const event of made) if (event.id === 0) known.delete(keyOf(event.companyId, event.kind, event))
  }

  async function writeChanged(): Promise<void> {
    const changed = [...known.values()].filter((event) => before.get(event) !== written(event))
    if (changed.length === 0) return
    await sql`
      update alert a set severity = c.severity, rule_id = c."ruleId", last_seen_at = ${now}::timestamptz, count_now = c.count, count_worst = c.worst, count_of = c.of,
        detail = c.detail, told_at = to_timestamp(c."toldAt" / 1000.0), told_count = c."toldCount", muted_by = c."mutedBy",
        acknowledged_count = c."acknowledgedCount",
        acknowledged_at = case when c."acknowledgedCount" is null then null else a.acknowledged_at end,
        acknowledged_by = case when c."acknowledgedCount" is null then null else a.acknowledged_by end,
        reason = case when c."acknowledgedCount" is null then null else a.reason end,
        resolved_at = case when c.resolved then ${now}::timestamptz end, resolved_batch_id = case when c.resolved then ${batchId}::int end,
        taken_back = c."takenBack", row_version = a.row_version + 1
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id int, severity text, "ruleId" int, count int, worst int, of int, detail jsonb,
        "toldAt" float8, "toldCount" int, "mutedBy" text, "acknowledgedCount" int, resolved boolean, "takenBack" boolean)
      where a.id = c.id`.execute(trx)
  }

  return {
    events: (kind) =>
      [...known.values()].filter((event) => !event.resolved && (kind === undefined || event.kind === kind)),
    at: (companyId, kind, place) => known.get(keyOf(companyId, kind, place)),
    open(rule, { siteId, clientId, accountId }, figures, detail = {}) {
      const event: Event = {
        ...{
          id: 0,
          companyId: rule.companyId,
          kind: rule.kind,
          siteId,
          clientId,
          accountId,
          type: rule.type,
          ruleId: rule.id,
          severity: rule.severity,
        },
        ...{
          ...figures,
          worst: figures.count,
          openedAt: at,
          batchId,
          detail,
          mutedBy: null,
          resolved: false,
          takenBack: false,
        },
        ...{ toldAt: null, toldCount: 0, acknowledgedCount: null },
      }
      known.set(keyOf(event.companyId, event.kind, event), event)
      found.add(event)
      return event
    },
    see(event, rule, figures, { detail } = {}) {
      found.add(event)
      change(event, {
        ...observed(event, figures),
        ruleId: rule.id,
        severity: rule.severity,
        ...(detail && { detail: { ...event.detail, ...detail } }),
      })
    },
    end(event, figures, { detail, takenBack = false } = {}) {
      found.add(event)
      change(event, {
        ...figuresOf(figures, event),
        resolved: true,
        takenBack,
        ...(detail && { detail: { ...event.detail, ...detail } }),
      })
    },
    async isDue(kind) {
      const events = [...known.values()].filter((event) => event.kind === kind && !event.resolved && !found.has(event))
      if (events.length === 0) return false
      const mutedNow = await muting()
      return events.some((event) => mutedNow(event) === null && openMoment(event, at) !== null)
    },
    async settle(which) {
      if (known.size === 0 || (which === 'found' && found.size === 0)) return
      await insertNew()
      const moments = momentsOf(which, await muting())
      await writeChanged()
      if (moments.length === 0) return
      const list = moments.map(({ event: { id, companyId }, moment, count }) => ({ id, companyId, moment, count }))
      await sql`insert into alert_notice(company_id, alert_id, moment, at, count)
        select "companyId", id, moment, ${now}::timestamptz, count
        from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as n(id int, "companyId" int, moment text, count int) order by id`.execute(
        trx,
      )
    },
  }
}
