import { sql, type Transaction } from 'kysely'
import { onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type Ownership, writeOwnership } from '#server/features/devices/write-ownership.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { OwnerIds } from '#shared/ownership.ts'
import { beforeRows } from './before-rows.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { Nodes } from './undo-plan.ts'

type Sides = Omit<OwnerIds, 'companyId'>
type Changed = {
  id: number
  companyId: number
  state: DeviceState
  now: Sides
  before: Sides
  type: string
  typeBefore: string
  worker: string | null
  workerBefore: string | null
}

const sides = (
  table: string,
) => sql`json_build_object('clientId', coalesce(${sql.ref(`${table}.client_id`)}, 0), 'accountId', coalesce(${sql.ref(`${table}.account_id`)}, 0),
  'siteId', coalesce(${sql.ref(`${table}.site_id`)}, 0))`
const columns = ['client_id', 'account_id', 'site_id', 'type', 'active_worker'] as const
const list = (table: string) => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

function changesOf(
  { id, companyId, state, now, before, type, typeBefore, worker, workerBefore }: Changed,
  date: string,
): Ownership[] {
  const common = { deviceId: id, companyId, state, cause: 'undo' as const }
  const changes: Ownership[] = []
  if (JSON.stringify(now) !== JSON.stringify(before))
    changes.push({ ...common, change: { date, from: { companyId, ...now }, to: { companyId, ...before } } })
  if (type !== typeBefore) changes.push({ ...common, change: { from: type, to: typeBefore } })
  if (worker !== workerBefore) changes.push({ ...common, change: { from: worker, to: workerBefore } })
  return changes
}

/**
 * Write an event for each machine of a part whose owner, site, type or worker is about to be restored. Its state is
 * already restored.
 */
export async function writeOwnersBack(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  { part, only, nodes }: { part: number; only: readonly number[] | null; nodes: Nodes },
  origin: { at: Date; userId: number | null },
): Promise<void> {
  const { rows } = await sql<Changed>`
    select d.id, d.company_id as "companyId", d.state, ${sides('d')} as now, ${sides('b')} as before, d.type, b.type as "typeBefore",
      d.active_worker as worker, b.active_worker as "workerBefore"
    from ${beforeRows(batch.id, part, ['device_id', 'written', ...columns], only)} join device d on d.id = b.device_id${onTheirNodes('d.company_id', nodes)}
    where b.written and (${list('d')}) is distinct from (${list('b')}) order by d.id`.execute(trx)
  await writeOwnership(
    trx,
    rows.flatMap((row) => changesOf(row, batch.businessDate)),
    { ...origin, batchId: batch.id },
  )
}
