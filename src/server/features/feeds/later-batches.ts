import { sql } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { within } from './batches.ts'
import { inForce, isKept, type UndoableBatch } from './undo-obstacle.ts'

/**
 * A newer batch with a tenant in common. `kept`: its undo data still exists, so it can be undone itself; `seen`: the
 * caller may see it.
 */
export type LaterBatch = {
  id: number
  businessDate: string
  companyIds: number[]
  createTime: Date
  kept: boolean
  seen: boolean
  isTransfer: boolean
}

/** Return newer batches in force with a tenant in common, oldest first. */
export async function laterBatches(
  db: Db,
  { id, companyIds }: UndoableBatch,
  visible: Territory,
): Promise<LaterBatch[]> {
  const { rows } = await sql<LaterBatch>`
    select id, business_date as "businessDate", company_ids as "companyIds", create_time as "createTime",
      ${isKept(sql`import_batch.id`)} as kept, source = 'transfer' as "isTransfer", (${within(visible)}) as seen
    from import_batch where id > ${id} and ${inForce} and company_ids && ${companyIds}::int[] order by id`.execute(db)
  return rows
}
