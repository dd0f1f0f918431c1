import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'

// Two classes of advisory locks, the tenant's id is the object. Any constants, as long as nothing else uses them.
const feedClass = 6_301
const stateClass = 6_302

/**
 * Held while one device changes: several persons may at the same time, but none while a feed is being applied.
 * Anyone who writes device rows by hand takes it first; it ends with the transaction.
 */
export async function lockForChange(trx: Transaction<Database>, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${stateClass}::int, ${tenantId}::int)`.execute(trx)
}

/**
 * Held while a feed is applied: one feed a tenant, and no single change meanwhile.
 * @throws AppError FEED_RUNNING when another feed of one of the tenants is being applied
 */
export async function lockForFeed(trx: Transaction<Database>, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of [...tenantIds].sort((left, right) => left - right)) {
    const answer = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(${feedClass}::int, ${tenantId}::int) as free`.execute(trx)
    if (!answer.rows[0]?.free) throw new AppError('FEED_RUNNING')
    await sql`select pg_advisory_xact_lock(${stateClass}::int, ${tenantId}::int)`.execute(trx)
  }
}
