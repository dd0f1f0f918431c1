import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { openDay } from '#server/features/dailies/open-day.ts'
import { rewriteStates } from '#server/features/dailies/rewrite-day.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { readHashRules } from './hash-rules.ts'
import { type ChangeOrigin, chunksOf, ofTenants, type StateChange, writeStates } from './write-states.ts'

/** Close the open 送修 of a lost or scrapped device, which will not come back from repair. */
async function closeRepairs(trx: Transaction<Database>, changes: readonly StateChange[], at: Date): Promise<void> {
  const gone = changes.filter(({ cause }) => cause === 'lost' || cause === 'scrap')
  for (const chunk of chunksOf(gone)) {
    await sql`
      update repair_daily r set closed = true, outcome = c.cause, row_version = r.row_version + 1, update_time = ${at}::timestamptz
      from unnest(${chunk.map(({ deviceId }) => deviceId)}::int[], ${chunk.map(({ cause }) => cause)}::text[]) as c(device_id, cause)
      where ${ofTenants('r.company_id', chunk)} and r.device_id = c.device_id and r.type = '送修' and not r.closed and r.voided_at is null`.execute(
      trx,
    )
  }
}

/** Resolve the open conflicts of a device that is found, repaired or scrapped: it needs no decision any more. */
async function closeConflicts(
  trx: Transaction<Database>,
  changes: readonly StateChange[],
  { at, userId }: ChangeOrigin,
): Promise<void> {
  const settled = changes.filter(({ cause }) => cause === 'found' || cause === 'repairReturn' || cause === 'scrap')
  for (const chunk of chunksOf(settled)) {
    await sql`
      update feed_conflict set resolved_at = ${at}::timestamptz, resolved_by = ${userId}::int
      where ${ofTenants('company_id', chunk)} and device_id = any(${chunk.map(({ deviceId }) => deviceId)}::int[]) and resolved_at is null`.execute(
      trx,
    )
  }
}

/**
 * Write changes of state by users, in the caller's transaction: open the day with the states before, then write states,
 * events, open repairs, open conflicts and the rows of today. The caller must hold `lockForChange` and have called
 * `transition()`.
 * @throws AppError TRANSITION_REFUSED when another transaction was faster with one of the devices
 */
export async function writeChanges(
  trx: Transaction<Database>,
  ctx: Pick<SignedInContext, 'config' | 'clock'>,
  changes: readonly StateChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const today = businessDay(ctx.clock(), ctx.config.timeZone)
  const opening = { day: today, rules: await readHashRules(trx), embedded: ctx.config.databaseUrl === null }
  await openDay(trx, [...new Set(changes.map(({ companyId }) => companyId))], opening)
  await writeStates(trx, changes, origin)
  await closeRepairs(trx, changes, origin.at)
  await closeConflicts(trx, changes, origin)
  for (const chunk of chunksOf(changes)) {
    await rewriteStates(trx, today, chunk)
  }
}
