import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Let a transaction ask the nodes one after the other. Call it before a transaction that reads rows of several tenants
 * and then writes names or batches: Citus refuses these writes after a query that several nodes answered at once. A
 * single database ignores the setting.
 */
export async function askNodesInTurn(trx: Db): Promise<void> {
  await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(trx)
}
