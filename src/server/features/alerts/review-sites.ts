import type { Trx } from '#server/db/tables.ts'
import { opens, type Place, ruleAt, stays } from '#shared/alert-decisions.ts'
import type { Board } from './board.ts'
import { inService, narrowed, readFigures, type SiteFigures } from './figures.ts'
import { countLeft, countOffline, joinOutages } from './members.ts'
import type { Event } from './open-events.ts'
import type { Rule } from './rules.ts'

type SiteReview = {
  companyIds: readonly number[]
  /** null = all sites. */
  siteIds: readonly number[] | null
  now: Date
  /** The id of an undone batch. Events that it opened and that no longer apply are taken back. */
  undone?: number
}

const placeAt = ({ clientId, accountId, type }: Omit<Place, 'siteId'>, siteId: number): Place => ({
  siteId,
  clientId,
  accountId,
  type,
})
const activeAt = (rules: readonly Rule[], siteId: number | null): Rule | undefined => {
  const rule = ruleAt(rules, siteId)
  return rule?.enabled ? rule : undefined
}
const isWithin = (siteIds: readonly number[] | null, { siteId }: Place): boolean =>
  siteIds === null || (siteId !== null && siteIds.includes(siteId))

/** Return the active rule of an open event, or undefined if none applies any more. */
export const ruleOf = (rules: readonly Rule[], event: Event): Rule | undefined =>
  activeAt(
    rules.filter(
      ({ companyId, kind, clientId, accountId, type }) =>
        companyId === event.companyId &&
        kind === event.kind &&
        clientId === event.clientId &&
        accountId === event.accountId &&
        type === event.type,
    ),
    event.siteId,
  )

/**
 * Open, update and end the events for shares of low machines (states low and warn), by the counters.
 * @returns the events that it opened
 */
export async function reviewShares(
  trx: Trx,
  board: Board,
  rules: readonly Rule[],
  review: SiteReview,
): Promise<Event[]> {
  const opened: Event[] = []
  for (const { narrowing, companyId, rules: some } of narrowed(rules.filter(({ kind }) => kind === 'share.low'))) {
    const open = board.events('share.low').filter((event) => event.companyId === companyId)
    if (open.length === 0 && !some.some(({ enabled }) => enabled)) continue
    for (const site of await readFigures(trx, [companyId], review.siteIds, narrowing)) {
      const place = placeAt(narrowing, site.siteId)
      const event = board.at(companyId, 'share.low', place)
      const rule = activeAt(some, site.siteId)
      const figures = { count: site.low + site.warn, of: inService(site) }
      if (event && rule && stays(figures, rule)) board.see(event, rule, figures)
      else if (event && !event.resolved)
        board.end(event, figures, { takenBack: review.undone !== undefined && event.batchId === review.undone })
      else if (!event && rule && opens(figures, rule)) opened.push(board.open(rule, place, figures))
    }
  }
  return opened
}

/** How many machines of a site went offline in a batch, as stored with the batch. */
export type LeftService = { companyId: number; siteId: number; left: number }

/**
 * Open outages at sites that lost enough machines in one batch, and add lost machines to outages that are already open.
 * @returns the events that it opened
 */
export async function openOutages(
  trx: Trx,
  board: Board,
  rules: readonly Rule[],
  left: readonly LeftService[],
  batchId: number,
  now: Date,
): Promise<Event[]> {
  const opened: Event[] = []
  const grown: Event[] = []
  for (const { narrowing, companyId, rules: some } of narrowed(rules.filter(({ kind }) => kind === 'site.outage'))) {
    const least = Math.min(...some.map(({ machines }) => machines ?? 1))
    const sites = left.filter((site) => site.companyId === companyId && site.siteId !== 0 && site.left > 0)
    for (const event of board.events('site.outage'))
      if (event.companyId === companyId && sites.some(({ siteId }) => siteId === event.siteId)) grown.push(event)
    const many = sites.filter((site) => site.left >= least)
    if (many.length === 0) continue
    const siteIds = many.map(({ siteId }) => siteId)
    const isWhole = narrowing.clientId === null && narrowing.accountId === null && narrowing.type === null
    const counts = isWhole
      ? many.map(({ siteId, left: count }) => ({ siteId, count }))
      : await countLeft(trx, companyId, batchId, narrowing)
    const figures = new Map(
      (await readFigures(trx, [companyId], siteIds, narrowing)).map((site) => [site.siteId, site]),
    )
    for (const { siteId, count } of counts) {
      const site = siteId === null ? undefined : figures.get(siteId)
      const rule = site && activeAt(some, site.siteId)
      if (!site || !rule || board.at(companyId, 'site.outage', placeAt(narrowing, site.siteId))) continue
      const seen = { count, of: inService(site) }
      if (opens(seen, rule))
        opened.push(board.open(rule, placeAt(narrowing, site.siteId), seen, { offline: site.offline }))
    }
  }
  await joinOutages(trx, [...new Set(grown)], batchId, now)
  return opened
}

/** Count the offline members of open outages again, at the sites whose counters have changed. */
export async function reviewOutages(trx: Trx, board: Board, rules: readonly Rule[], review: SiteReview): Promise<void> {
  const events = board.events('site.outage').filter((event) => event.id !== 0 && isWithin(review.siteIds, event))
  for (const group of narrowedEvents(events)) {
    const [first] = group
    if (!first) continue
    const { companyId } = first
    const siteIds = group.flatMap(({ siteId }) => siteId ?? [])
    const figures = new Map((await readFigures(trx, [companyId], siteIds, first)).map((site) => [site.siteId, site]))
    const changed = group.filter(
      (event) => event.siteId !== null && figures.get(event.siteId)?.offline !== event.detail.offline,
    )
    const offline = await countOffline(trx, companyId, changed)
    for (const event of group)
      judgeOutage(
        board,
        event,
        ruleOf(rules, event),
        figures,
        changed.includes(event) ? (offline.get(event.id) ?? 0) : event.count,
        review,
      )
  }
}

function judgeOutage(
  board: Board,
  event: Event,
  rule: Rule | undefined,
  sites: ReadonlyMap<number, SiteFigures>,
  count: number,
  { undone }: SiteReview,
): void {
  const site = event.siteId === null ? undefined : sites.get(event.siteId)
  const figures = { count, of: site ? inService(site) : event.of }
  if (rule && stays(figures, rule)) board.see(event, rule, figures, { detail: { offline: site?.offline ?? 0 } })
  else
    board.end(event, figures, {
      detail: { offline: site?.offline ?? 0 },
      takenBack: undone !== undefined && event.batchId === undone,
    })
}

function narrowedEvents(events: readonly Event[]): Event[][] {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const key = [event.companyId, event.clientId, event.accountId, event.type].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()]
}
