import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { openBoard } from './board.ts'
import type { Event } from './open-events.ts'
import { reviewOutages, reviewShares } from './review-sites.ts'
import { dueRules, endForsaken, joinFound, reviewSilence, reviewTrouble, silentSites } from './review-time.ts'
import { giveFirstRules, type Rule, readRules } from './rules.ts'

type AlertClockParts = { db: Kysely<Database>; timeZone: string }
/** What becomes of events by the passing of time alone. */
type AlertClock = { tick(now: Date): Promise<void> }

/** Days of trouble pass slowly: what is counted among machines is counted once an hour. */
const troubleMs = 3_600_000
/** A class of advisory locks of its own, the tenant's id is the object (fleet-lock.ts has others). */
const clockClass = 6_303
const troubles = ['device.away', 'repair.late', 'conflict.open'] as const

/** Tenants with an event of which something may be to tell, or whose figures have changed by other hands than a feed's. */
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

/** Judges what is open at a tenant, or should be, without a batch. `withTroubles` = also what is counted among machines. */
export async function reviewTenant(
  trx: Transaction<Database>,
  companyId: number,
  { now, timeZone, withTroubles }: { now: Date; timeZone: string; withTroubles: boolean },
) {
  // Events lie on the first node of several and point at names that lie on each: what a transaction reads of the nodes beside them it reads one by one.
  const locked = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${clockClass}::int, ${companyId}::int) as free,
    set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(trx)
  // Another process is at it.
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
 * Judges what no batch decides: sites that have not reported by their hour, machines that are in trouble for too long, what is told again, and
 * what was muted. One transaction a tenant, so that feeds wait for none of them long, and one process a tenant at a time.
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
