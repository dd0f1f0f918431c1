import { type Kysely, sql, type Transaction } from 'kysely'
import { tryLock } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/tables.ts'
import { openBoard } from './board.ts'
import type { Event } from './open-events.ts'
import { reviewOutages, reviewShares } from './review-sites.ts'
import { dueRules, endForsaken, joinFound, reviewSilence, reviewTrouble, silentSites } from './review-time.ts'
import { giveFirstRules, type Rule, readRules } from './rules.ts'

type AlertClockParts = { db: Kysely<Database>; timeZone: string }
/** The changes of events that only depend on time. */
type AlertClock = { tick(now: Date): Promise<void> }

/** Machines in trouble are counted once an hour, because their thresholds are days. */
const troubleMs = 3_600_000
const troubles = ['device.away', 'repair.late', 'conflict.open'] as const

/**
 * Return the tenants with an open event that may have a notice due, or whose figures have changed other than by a feed.
 */
async function waitingTenants(db: Kysely<Database>, now: Date): Promise<number[]> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const { rows } = await sql<{ id: number }>`
    select distinct a.company_id as id from alert a
    left join device_place_count p on p.company_id = a.company_id and p.kind = 'site' and p.place_id = a.site_id
    where a.resolved_at is null and (a.muted_by is not null or a.told_at is null or a.kind = 'site.silent'
      or a.told_at <= case when a.severity = 'notice' then ${before(24)}::timestamptz else ${before(4)}::timestamptz end
      or (a.kind = 'site.outage' and coalesce(p.offline, 0) is distinct from (a.detail->>'offline')::int)) order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Review the events of a tenant without a batch. `withTroubles` = also count machines in trouble. */
export async function reviewTenant(
  trx: Transaction<Database>,
  companyId: number,
  { now, timeZone, withTroubles }: { now: Date; timeZone: string; withTroubles: boolean },
) {
  // On Citus, events are on the first node and refer to names that are on each node. A transaction that uses both must
  // read the nodes one after the other.
  const locked = await sql<{
    free: boolean
  }>`select ${tryLock('review', companyId)} as free,
    set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(trx)
  // Another process reviews this tenant.
  if (!locked.rows[0]?.free) return
  const rules = await readRules(trx, [companyId])
  const board = await openBoard(trx, { companyIds: [companyId], now, timeZone, batchId: null })
  const moment = { now, timeZone }
  await endForsaken(trx, board, rules)
  await reviewSilence(trx, board, rules, companyId, moment)
  const places = { companyIds: [companyId], siteIds: null, now }
  await reviewOutages(trx, board, rules, places)
  const found: Event[] = await reviewShares(trx, board, rules, places)
  for (const kind of troubles)
    if (withTroubles || (await board.isDue(kind)))
      found.push(...(await reviewTrouble(trx, board, rules, companyId, kind, moment)))
  await board.settle('all')
  await joinFound(trx, found, rules, moment)
}

const isTimed = ({ enabled, kind }: Rule): boolean =>
  enabled && (kind === 'share.low' || troubles.some((trouble) => trouble === kind))

/**
 * Create the clock that reviews what no batch decides: sites that have not reported by their hour, machines that are in
 * trouble for too long, repeated notices, and events that were muted. Each tenant has its own transaction, so that
 * feeds wait only briefly, and is reviewed by one process at a time.
 */
export function createAlertClock({ db, timeZone }: AlertClockParts): AlertClock {
  let countedAt = Number.NEGATIVE_INFINITY
  return {
    async tick(now) {
      const withTroubles = now.getTime() - countedAt >= troubleMs
      await giveFirstRules(db, now)
      const rules = await readRules(db, null)
      const due = [...new Set(dueRules(rules, { now, timeZone }).map(({ companyId }) => companyId))]
      const silent = (await silentSites(db, due, { now, timeZone })).map(({ companyId }) => companyId)
      const timed = withTroubles ? rules.filter(isTimed).map(({ companyId }) => companyId) : []
      for (const companyId of new Set([...(await waitingTenants(db, now)), ...silent, ...timed]))
        await db.transaction().execute((trx) => reviewTenant(trx, companyId, { now, timeZone, withTroubles }))
      if (withTroubles) countedAt = now.getTime()
    },
  }
}
