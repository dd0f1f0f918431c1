import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Place } from '#shared/alert-decisions.ts'
import type { FeedResult } from '#shared/feed.ts'
import { type Board, openBoard } from './board.ts'
import { joinOutages, joinTrouble } from './members.ts'
import type { AlertDetail } from './open-events.ts'
import { type LeftService, openOutages, reviewOutages, reviewShares, ruleOf } from './review-sites.ts'
import { type Rule, readRules } from './rules.ts'

type Trx = Transaction<Database>
type FeedReview = {
  batchId: number
  companyIds: readonly number[]
  now: Date
  timeZone: string
  restated: boolean
  result: Pick<FeedResult, 'read' | 'refused' | 'coverage'>
}

/** `told` = of how many machines of the site its lines tell. */
type BatchSite = LeftService & { told: number }

/** What a batch did to each site, as it says itself: a row a site, however many machines. */
async function readBatchSites(trx: Trx, batchId: number, companyIds: readonly number[]): Promise<BatchSite[]> {
  const { rows } = await sql<BatchSite>`
    select s.company_id as "companyId", s.site_id as "siteId", s.created + s.updated + s.unchanged as told, coalesce((select sum((t->>'count')::int) from jsonb_array_elements(s.transitions) t
      where t->>'to' = 'offline' and t->>'from' in ('normal', 'low', 'warn')), 0)::int as left
    from import_batch_site s where s.batch_id = ${batchId} and s.company_id = any(${[...companyIds]}::int[])`.execute(
    trx,
  )
  return rows
}

/** A feed that names fewer of a site's machines is about these machines. */
export const meantShare = 0.1
const everywhere: Place = { siteId: null, clientId: null, accountId: null, type: null }

/** Opens, sees or ends the failure of a feed at a place, by the rule that holds there. */
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

/** What a feed was: refused line by line, too thin for a site to be judged by, or in order, which ends what was said of feeds before. */
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
    // Of a site of which no line tells the feed says nothing, and one of a few machines was not meant to be one of the site.
    const site = sites.get(siteId)
    if (site === undefined || status === 'missing' || site.told < expected * meantShare) continue
    const failed = { count: Math.max(0, expected - site.told), of: expected, detail: { reason: 'thin' as const } }
    reviewFailure(board, rules, site.companyId, siteId, thin ? failed : null)
  }
}

/**
 * Lets an applied feed have its events, in its transaction: outages, shares, failures, and the end of silence. A feed reads counters and its
 * own row of each site for it, and machines only of sites where an event opens or is open.
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
  const heard = new Set(
    result.coverage.filter(({ reported, status }) => reported > 0 && status !== 'missing').map(({ siteId }) => siteId),
  )
  for (const event of board.events('site.silent'))
    if (event.siteId !== null && heard.has(event.siteId) && !event.detail.live) board.end(event, null)
  const touched = { companyIds, siteIds, now }
  const outages = await openOutages(trx, board, rules, sites, batchId, now)
  await reviewOutages(trx, board, rules, touched)
  const shares = await reviewShares(trx, board, rules, touched)
  await board.settle('found')
  await joinOutages(trx, written(outages), batchId, now)
  await joinTrouble(trx, written(shares), rules, batchId, { now, timeZone })
}
/** Those that nobody else has opened meanwhile. */
const written = <Made extends { id: number }>(events: readonly Made[]): Made[] => events.filter(({ id }) => id !== 0)

/** Leaves of the machines that a batch brought into outages those that are still offline; by statements of one kind of table each, as nodes take them. */
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
 * Takes back what a batch said of events, after its machines went back: members that it brought and that are in service again leave, what it
 * opened and what does not hold any more was never so, and what it ended is open again.
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
