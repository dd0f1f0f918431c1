import { sql } from 'kysely'
import { isOneOf, onTheirNodes } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { beforeRows, dayColumns, dayDiffers } from './before-rows.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { UndoPlan } from './undo-plan.ts'

/**
 * Count the machines whose values an undo restores: their own record or, for a batch of a past day, their row of that
 * day. Machines that the batch only registered, or did not write, are not counted. Count before anything is written, so
 * that a dry run reports the same number.
 */
export async function countRestored(
  db: Db,
  { id, businessDate, companyIds, restated, transfer }: UndoableBatch,
  plan: UndoPlan,
): Promise<number> {
  if (transfer) return plan.sites.reduce((sum, { count }) => sum + count, 0)
  let restored = 0
  for (const { part, whole, all, back } of plan.parts) {
    if (back.length === 0) continue
    const only = all ? null : back
    const columns = dayColumns(whole).map((column) => `day_${column}` as const)
    const { rows } = await (restated
      ? sql<{ count: number }>`
          select count(*)::int as count from ${beforeRows(id, part, ['device_id', 'had_day', ...columns], only)}
          left join device_daily r on ${isOneOf('r.company_id', companyIds)} and r.business_date = ${businessDate}::date and r.device_id = b.device_id
          where not b.had_day or (r.device_id is not null and ${dayDiffers(whole)})`
      : sql<{ count: number }>`
          select count(*)::int as count from ${beforeRows(id, part, ['device_id', 'written'], only)} join device d on d.id = b.device_id${onTheirNodes('d.company_id', plan.nodes)}
          where b.written`
    ).execute(db)
    restored += rows[0]?.count ?? 0
  }
  return restored
}
