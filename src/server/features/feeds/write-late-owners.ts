import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { byIds, readDevices } from '#server/features/devices/hold-devices.ts'
import { planTransfer } from '#server/features/transfers/plan.ts'
import { answerOf } from '#server/features/transfers/transfer-answer.ts'
import { writeTransfer } from '#server/features/transfers/write-transfer.ts'
import { businessDay } from '#shared/business-time.ts'
import { word } from '#shared/i18n/index.ts'
import { groupsOf, type LateOwner, planningOf } from './late-owners.ts'
import type { Run } from './plan-feed.ts'

/**
 * Write the owners of a feed of a past day. Each group is a transfer of that day with its own batch, which can be
 * undone separately. Call this after the rows of the day are written.
 * @returns the batch of each machine
 */
export async function writeLateOwners(
  trx: Transaction<Database>,
  { caller, book, now, parts }: Run,
  taken: ReadonlyMap<number, LateOwner>,
  { batchId, date }: { batchId: number; date: string },
): Promise<Map<number, number>> {
  const { territory, language } = caller
  const { timeZone } = parts.config
  const batchOf = new Map<number, number>()
  const context = { territory, book, date, today: businessDay(now, timeZone), rehearsal: false }
  for (const group of groupsOf(taken)) {
    const planning = planningOf(context, group)
    const machines = await readDevices(trx, territory, byIds(group.ids))
    const plan = await planTransfer(trx, { machines, unknown: { count: 0, serials: [] } }, planning)
    if (plan.moved.length === 0) continue
    const answer = await answerOf(trx, plan, planning, { book, set: territory, language }, timeZone)
    const by = { userId: caller.userId, actor: caller.actor, at: now }
    const written = await writeTransfer(
      trx,
      by,
      planning,
      plan,
      word(language, 'feed.lateTransfer', { batch: batchId, date }),
      answer,
    )
    for (const { device } of plan.moved) batchOf.set(device.id, written.batchId)
  }
  return batchOf
}
