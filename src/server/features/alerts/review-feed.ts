import { sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Place } from '#shared/alert-decisions.ts'
import type { FeedResult } from '#shared/feed.ts'
import { type Board, openBoard } from './board.ts'
import { joinOutages, joinTrouble } from './members.ts'
import type { AlertDetail } from './open-events.ts'
import { type LeftService, openOutages, reviewOutages, reviewShares, ruleOf } from './review-sites.ts'
import { type Rule, readRules } from './rules.ts'

type FeedReview = {
  batchId: number
  companyIds: readonly number[]
  now: Date
  timeZone: string
  restated: boolean
  result: Pick<FeedResult, 'read' | 'refused' | 'coverage'>
}

/** `named` = the number of the site's machines in the lines of the batch. */
type BatchSite = LeftService & { named: number }

/** Read from a batch what it changed at each site: one row per site, however many machines. */
async function readBatchSites(trx: Trx, batchId: number, companyIds: readonly number[]): Promise<BatchSite[]> {
  const { rows } = await sql<BatchSite>`
    select s.company_id as "companyId", s.site_id as "siteId", s.created + s.updated + s.unchanged as named, coalesce((select sum((t->>'count')::int) from jsonb_array_elements(s.transitions) t
      where t->>'to' = 'offline' and t->>'from' in ('normal', 'low', 'warn')), 0)::int as left
    from import_batch_site s where s.batch_id = ${batchId} and s.company_id = any(${[...companyIds]}::int[])`.execute(
    trx,
  )
  return rows
}

/**
 * A feed with a smaller share of a site's machines is about these machines only, and not judged as a report of the
 * site.
 */
export const leastNamedShare = 0.1
const everywhere: Place = { siteId: null, clientId: null, accountId: null, type: null }

/** Open, update or end the event of a failed feed at a place, by the rule that applies there. */
function reviewFailure(
  board: Board,
  rules: readonly Rule[],
  companyId: number,
  siteId: number | null,
  failed: { count: number; of: number; detail: AlertDetail } | null,
): void {
  const place = { ...everywhere, siteId }
  const event = board.at(companyId, 'feed.failed', place)
  const own = rules.filter(
    (rule) =>
      rule.companyId === companyId &&
      rule.kind === 'feed.failed' &&
      rule.clientId === null &&
      rule.accountId === null &&
      rule.type === null,
  )
  const rule = own.find((one) => one.siteId === siteId) ?? own.find((one) => one.siteId === null)
  if (failed === null || !rule?.enabled) {
    if (event && !event.resolved) board.end(event, null)
  } else if (event) board.see(event, rule, failed, { detail: failed.detail })
  else board.open(rule, place, failed, failed.detail)
}

/**
 * Review the feed itself: all lines refused, or too few for a site. A good feed ends the events of earlier failures.
 */
function reviewFeedItself(
  board: Board,
  rules: readonly Rule[],
  { companyIds, result }: FeedReview,
  sites: ReadonlyMap<number, BatchSite>,
): void {
  const { read, refused, coverage } = result
  const [only, another] = companyIds
  if (only !== undefined && another === undefined && read > 0)
    reviewFailure(
      board,
      rules,
      only,
      null,
      refused === read ? { count: refused, of: read, detail: { reason: 'refused' } } : null,
    )
  for (const { siteId, expected, thin, status } of coverage) {
    // A feed without lines of a site says nothing about that site. One with few of its machines was not a report of the
    // site.
    const site = sites.get(siteId)
    if (site === undefined || status === 'missing' || site.named < expected * leastNamedShare) continue
    const failed = { count: Math.max(0, expected - site.named), of: expected, detail: { reason: 'thin' as const } }
    reviewFailure(board, rules, site.companyId, siteId, thin ? failed : null)
  }
}

/**
 * Review events in the transaction of an applied feed: outages, shares of low machines, failures, and the end of silent
 * sites. It reads counters and one row per site, and reads machines only at sites where an event opens or is open.
 */
export async function reviewFeed(trx: Trx, review: FeedReview): Promise<void> {
  const { batchId, companyIds, now, timeZone, restated, result } = review
  const rules = await readRules(trx, companyIds)
  if (rules.length === 0) return
  const board = await openBoard(trx, { companyIds, now, timeZone, batchId })
  const sites = await readBatchSites(trx, batchId, companyIds)
  reviewFeedItself(board, rules, review, new Map(sites.map((site) => [site.siteId, site])))
  if (restated) return board.settle('found')
  const siteIds = sites.map(({ siteId }) => siteId).filter((siteId) => siteId !== 0)
  const reporting = new Set(
    result.coverage.filter(({ reported, status }) => reported > 0 && status !== 'missing').map(({ siteId }) => siteId),
  )
  for (const event of board.events('site.silent'))
    if (event.siteId !== null && reporting.has(event.siteId) && !event.detail.live) board.end(event, null)
  const touched = { companyIds, siteIds, now }
  const outages = await openOutages(trx, board, rules, sites, batchId, now)
  await reviewOutages(trx, board, rules, touched)
  const shares = await reviewShares(trx, board, rules, touched)
  await board.settle('found')
  await joinOutages(trx, written(outages), batchId, now)
  await joinTrouble(trx, written(shares), rules, batchId, { now, timeZone })
}
/** Keep the events that `settle` has written. An event that another transaction has opened first has no id. */
const written = <Made extends { id: number }>(events: readonly Made[]): Made[] => events.filter(({ id }) => id !== 0)

/**
 * Remove from outages the machines that a batch added and that are no longer offline. Each statement uses only one kind
 * of table, because Citus refuses to join distributed tables with those on one node.
 */
async function keepOffline(
  trx: Trx,
  batchId: number,
  companyIds: readonly number[],
  alertIds: readonly number[],
): Promise<void> {
  const { rows: parts } = await sql<{
    id: string
    members: number[]
  }>`select m.id, m.device_ids as members from alert_device m
    where m.batch_id = ${batchId} and m.alert_id = any(${[...alertIds]}::int[]) and exists (select 1 from alert a where a.id = m.alert_id and a.kind = 'site.outage')`.execute(
    trx,
  )
  const members = parts.flatMap((part) => part.members)
  if (members.length === 0) return
  const { rows } = await sql<{ ids: string | null }>`select array_agg(id)::text as ids from device
    where ${isOneOf('company_id', companyIds)} and id = any(${integers(members)}::int[]) and state = 'offline'`.execute(
    trx,
  )
  const offline = new Set(readList(rows[0]?.ids))
  const left = parts.map((part) => ({ id: part.id, device_ids: part.members.filter((id) => offline.has(id)) }))
  await sql`update alert_device m set device_ids = k.device_ids from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as k(id bigint, device_ids int[])
    where m.id = k.id and m.device_ids <> k.device_ids`.execute(trx)
}

/**
 * Undo the effect of a batch on events, after its machines have their former states again: remove members that the
 * batch added and that are back in service, take back the events that it opened and that no longer apply, and reopen
 * those that it ended.
 */
export async function reviewUndo(
  trx: Trx,
  review: { batchId: number; companyIds: readonly number[]; now: Date; timeZone: string },
): Promise<void> {
  const { batchId, companyIds, now, timeZone } = review
  const companies = sql`any(${[...companyIds]}::int[])`
  await sql`
    update alert a set resolved_at = null, resolved_batch_id = null, detail = detail - 'offline', taken_back = false, told_at = null, told_count = 0, row_version = row_version + 1
    where a.resolved_batch_id = ${batchId} and a.company_id = ${companies} and not exists (select 1 from alert o where o.resolved_at is null
      and o.company_id = a.company_id and o.kind = a.kind and o.site_id is not distinct from a.site_id and o.client_id is not distinct from a.client_id
      and o.account_id is not distinct from a.account_id and o.type is not distinct from a.type)`.execute(trx)
  const rules = await readRules(trx, companyIds)
  const board = await openBoard(trx, { companyIds, now, timeZone, batchId })
  const events = board.events()
  if (events.length === 0) return
  const ids = events.map(({ id }) => id)
  await keepOffline(trx, batchId, companyIds, ids)
  await sql`delete from alert_device where batch_id = ${batchId} and alert_id = any(${ids}::int[]) and device_ids = '{}'`.execute(
    trx,
  )
  const sites = await readBatchSites(trx, batchId, companyIds)
  const touched = {
    companyIds,
    siteIds: sites.map(({ siteId }) => siteId).filter((siteId) => siteId !== 0),
    now,
    undone: batchId,
  }
  await reviewOutages(trx, board, rules, touched)
  await reviewShares(trx, board, rules, touched)
  for (const event of board.events('feed.failed'))
    if (event.batchId === batchId) board.end(event, null, { takenBack: true })
  for (const event of board.events())
    if (ruleOf(rules, event) === undefined && event.batchId === batchId) board.end(event, null, { takenBack: true })
  await board.settle('found')
}
