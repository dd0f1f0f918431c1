import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/tables.ts'
import { type Place, ruleAt } from '#shared/alert-decisions.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import type { Board } from './board.ts'
import { inService, narrowed, readFigures } from './figures.ts'
import { countTrouble, joinTrouble, type TroubleKind } from './members.ts'
import type { Event } from './open-events.ts'
import { ruleOf } from './review-sites.ts'
import type { Rule } from './rules.ts'

type Moment = { now: Date; timeZone: string }
/** A site without a report for this many days is not expected to report. */
const expectedDays = 7

type SilentSite = { companyId: number; siteId: number; machines: number }

/** Return the sites of some tenants that reported in the last days but not yet today. */
export async function silentSites(
  db: Db,
  companyIds: readonly number[],
  { now, timeZone }: Moment,
): Promise<SilentSite[]> {
  if (companyIds.length === 0) return []
  const today = businessDay(now, timeZone)
  const reported = sql`from import_coverage c where c.company_id = p.company_id and c.site_id = p.place_id and c.reported > 0 and c.business_date`
  const { rows } = await sql<SilentSite>`
    select p.company_id as "companyId", p.place_id as "siteId", (p.normal + p.low + p.warn + p.offline)::int as machines
    from device_place_count p join company s on s.id = p.place_id and s.deleted_at is null
    where p.kind = 'site' and p.place_id <> 0 and p.company_id = any(${[...companyIds]}::int[]) and p.normal + p.low + p.warn + p.offline > 0
      and not exists (select 1 ${reported} = ${today}::date)
      and exists (select 1 ${reported} between ${addDays(today, -expectedDays)}::date and ${addDays(today, -1)}::date) order by 1, 2`.execute(
    db,
  )
  return rows
}

/** Return the rules whose hour has passed today. */
export const dueRules = (rules: readonly Rule[], { now, timeZone }: Moment): Rule[] => {
  const time = businessTime(now, timeZone).slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:mm'.length)
  return rules.filter(
    ({ kind, enabled, byTime }) => kind === 'site.silent' && enabled && byTime !== null && byTime <= time,
  )
}

export const atSite = (siteId: number | null): Place => ({ siteId, clientId: null, accountId: null, type: null })
/** Tell whether a rule applies to machines of every owner and type. */
export const whole = ({ clientId, accountId, type }: Rule): boolean =>
  clientId === null && accountId === null && type === null

/** Open events for sites that should have reported by now, and end them for sites that have. */
export async function reviewSilence(
  trx: Trx,
  board: Board,
  rules: readonly Rule[],
  companyId: number,
  moment: Moment,
): Promise<void> {
  const own = rules.filter((rule) => rule.companyId === companyId && rule.kind === 'site.silent' && whole(rule))
  const due = new Set(dueRules(own, moment).map(({ id }) => id))
  if (due.size > 0) {
    for (const { siteId, machines } of await silentSites(trx, [companyId], moment)) {
      const rule = ruleAt(own, siteId)
      if (rule && due.has(rule.id) && !board.at(companyId, 'site.silent', atSite(siteId)))
        board.open(rule, atSite(siteId), { count: machines, of: machines })
    }
  }
  const open = board
    .events('site.silent')
    .filter((event) => event.companyId === companyId && event.id !== 0 && !event.detail.live)
  const reported = await reportedSince(trx, companyId, open, moment)
  for (const event of open) if (reported.has(event.id)) board.end(event, null)
}

async function reportedSince(
  trx: Trx,
  companyId: number,
  events: readonly Event[],
  { timeZone }: Moment,
): Promise<Set<number>> {
  if (events.length === 0) return new Set()
  const days = events.map(({ openedAt }) => businessDay(new Date(openedAt), timeZone))
  const { rows } = await sql<{ id: number }>`
    select e.id from unnest(${events.map(({ id }) => id)}::int[], ${events.map(({ siteId }) => siteId)}::int[], ${days}::date[]) as e(id, site_id, day)
    where exists (select 1 from import_coverage c where c.company_id = ${companyId} and c.site_id = e.site_id and c.business_date >= e.day and c.reported > 0)`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Review the machines that have been in one kind of trouble for too long: open, update and end the events of their
 * sites.
 * @returns the events with such machines, for `joinFound` to add these machines to
 */
export async function reviewTrouble(
  trx: Trx,
  board: Board,
  rules: readonly Rule[],
  companyId: number,
  kind: Exclude<TroubleKind, 'share.low'>,
  moment: Moment,
): Promise<Event[]> {
  const found: Event[] = []
  const seen = new Set<Event>()
  for (const { narrowing, rules: some } of narrowed(
    rules.filter((rule) => rule.companyId === companyId && rule.kind === kind),
  )) {
    const figures = new Map(
      (await readFigures(trx, [companyId], null, narrowing)).map((site) => [site.siteId, inService(site)]),
    )
    for (const rule of some.filter(({ enabled }) => enabled)) {
      for (const { siteId, count } of await countTrouble(trx, kind, rule, moment)) {
        if (ruleAt(some, siteId)?.id !== rule.id) continue
        const place = {
          ...atSite(siteId),
          clientId: narrowing.clientId,
          accountId: narrowing.accountId,
          type: narrowing.type,
        }
        const of = Math.max(count, siteId === null ? 0 : (figures.get(siteId) ?? 0))
        const known = board.at(companyId, kind, place)
        if (known) board.see(known, rule, { count, of })
        const event = known ?? board.open(rule, place, { count, of })
        seen.add(event)
        found.push(event)
      }
    }
  }
  for (const event of board.events(kind))
    if (event.companyId === companyId && !seen.has(event)) board.end(event, { count: 0, of: event.of })
  return found
}

export const joinFound = async (
  trx: Trx,
  events: readonly Event[],
  rules: readonly Rule[],
  moment: Moment,
): Promise<void> =>
  joinTrouble(
    trx,
    events.filter(({ id }) => id !== 0),
    rules,
    null,
    moment,
  )

/** End the events whose rule was deleted or disabled, or whose site is in the bin. */
export async function endForsaken(trx: Trx, board: Board, rules: readonly Rule[]): Promise<void> {
  const events = board.events()
  const sites = [...new Set(events.flatMap(({ siteId }) => siteId ?? []))]
  const { rows } = await sql<{
    id: number
  }>`select id from company where id = any(${sites}::int[]) and deleted_at is not null`.execute(trx)
  const binned = new Set(rows.map(({ id }) => id))
  for (const event of events) {
    if (
      (event.siteId !== null && binned.has(event.siteId)) ||
      (ruleOf(rules, event) === undefined && !event.detail.live)
    )
      board.end(event, null)
  }
}
