import { sql, type Transaction } from 'kysely'
import { lock, lockShared, tryLock } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Lock a tenant in shared mode until the end of the transaction, before device rows are changed by hand. Several
 * changes may run at the same time, but none while a feed is applied.
 */
export async function lockForChange(trx: Transaction<Database>, tenantId: number): Promise<void> {
  await sql`select ${lockShared('change', tenantId)}`.execute(trx)
}

/**
 * Lock tenants until the end of the transaction, while a feed is applied: one feed per tenant, and no change by hand
 * meanwhile.
 * @throws AppError FEED_RUNNING when another feed of one of the tenants is being applied
 */
export async function lockForFeed(trx: Transaction<Database>, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of [...tenantIds].sort((left, right) => left - right)) {
    const answer = await sql<{
      free: boolean
    }>`select ${tryLock('feed', tenantId)} as free`.execute(trx)
    if (!answer.rows[0]?.free) throw new AppError('FEED_RUNNING')
    await sql`select ${lock('change', tenantId)}`.execute(trx)
  }
}
