import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { notUndoneIn } from '#server/features/devices/undone-events.ts'
import { beforeParts, beforeRows } from '#server/features/feeds/before-rows.ts'
import { type LaterBatch, laterBatches } from '#server/features/feeds/later-batches.ts'
import type { UndoableBatch } from '#server/features/feeds/undo-obstacle.ts'
import { emptyPlan, type PlannedPart, type UndoPlan } from '#server/features/feeds/undo-plan.ts'
import type { Day } from '#shared/dates.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { KeptReason } from '#shared/feed-batches.ts'
import { withParts } from './machines.ts'
import { given, isSame, type Owner, type Target } from './target.ts'

/** Machines of one owner before the transfer, on a day or currently (null). */
export type KeptOwners = { id: string; day: Day | null; owner: Owner; ids: number[] }

export async function readKept(trx: Transaction<Database>, batchId: number): Promise<KeptOwners[]> {
  const { rows } = await sql<{
    id: string
    day: Day | null
    company_id: number
    client_id: number
    account_id: number
    site_id: number
    ids: number[]
  }>`
    select id::text as id, business_date::text as day, company_id, client_id, account_id, site_id, to_json(device_ids) as ids from transfer_before
    where batch_id = ${batchId} order by business_date nulls first, id`.execute(trx)
  return rows.map(({ id, day, ids, ...row }) => ({
    id,
    day,
    ids,
    owner: { companyId: row.company_id, clientId: row.client_id, accountId: row.account_id, siteId: row.site_id },
  }))
}

type Standing = {
  id: number
  company_id: number
  client_id: number
  account_id: number
  site_id: number
  state: DeviceState
  /** The batch of the machine's newest effective transfer. */
  last_batch: number | null
  repair: 'repairOut' | 'repairReturn' | null
}

/** Return the current state of machines, the newest transfer of each, and whether it was sent to repair since. */
async function readStanding(
  trx: Transaction<Database>,
  { companyIds, createTime }: UndoableBatch,
  spread: boolean,
  ids: readonly number[],
): Promise<Standing[]> {
  const found: Standing[] = []
  for (const tenants of spread ? companyIds.map((id) => [id]) : [companyIds]) {
    // A literal id, because the planner of several nodes does not pass a tenant through nested queries.
    const same = (column: string) => onTheirNodes(column, { spread, companyIds: tenants })
    const effective = notUndoneIn(spread ? (tenants[0] ?? null) : null)
    const { rows } = await sql<Standing>`
      select d.id, d.company_id, coalesce(d.client_id, 0) as client_id, coalesce(d.account_id, 0) as account_id, coalesce(d.site_id, 0) as site_id, d.state,
        (select e.batch_id from device_event e where e.device_id = d.id and e.cause = 'transfer' and ${effective}${same('e.company_id')} order by e.id desc limit 1) as last_batch,
        (select e.cause from device_event e where e.device_id = d.id and e.at > ${createTime}::timestamptz and e.cause in ('repairOut', 'repairReturn')${same('e.company_id')}
          and not exists (select 1 from repair_daily r where r.id = e.repair_id and r.voided_at is not null${same('r.company_id')}) order by e.id desc limit 1) as repair
      from device d where d.id = any(${integers(ids)}::int[]) and ${isOneOf('d.company_id', tenants)} order by d.id`.execute(
      trx,
    )
    found.push(...rows)
  }
  return found
}

const reasonOfRepair = { repairOut: 'sentToRepair', repairReturn: 'returned' } as const

/** Return why a machine keeps the transfer's owner; null = it is given back. */
function reasonOf(
  batch: UndoableBatch,
  target: Target,
  from: Owner,
  standing: Standing,
  territory: Territory,
): KeptReason | 'beyond' | null {
  const { companyIds, siteIds } = territory
  const owner = {
    companyId: standing.company_id,
    clientId: standing.client_id,
    accountId: standing.account_id,
    siteId: standing.site_id,
  }
  if (!companyIds.includes(owner.companyId) || (siteIds !== null && !siteIds.includes(owner.siteId))) return 'beyond'
  if (standing.state === 'scrap') return 'scrapped'
  if (standing.last_batch !== null && standing.last_batch !== batch.id) return 'laterBatch'
  // Its repair records name the owner at that time.
  if (standing.repair !== null) return reasonOfRepair[standing.repair]
  // A transfer that ended at a newer change left the current owner alone.
  if (!isSame(owner, batch.until === null ? given(target, from) : from)) return 'changed'
  if (siteIds !== null && from.siteId !== owner.siteId && !siteIds.includes(from.siteId)) return 'otherSite'
  return null
}

async function partsOf(trx: Transaction<Database>, batchId: number, back: ReadonlySet<number>): Promise<PlannedPart[]> {
  const planned: PlannedPart[] = []
  for (const { part, whole } of await beforeParts(trx, batchId)) {
    const { rows } = await sql<{
      id: number
    }>`select b.device_id as id from ${beforeRows(batchId, part, ['device_id'])}`.execute(trx)
    const going = rows.filter(({ id }) => back.has(id)).map(({ id }) => id)
    planned.push({ part, whole, back: going, all: going.length === rows.length })
  }
  return planned
}

export type TransferUndo = UndoPlan & {
  owners: KeptOwners[]
  back: Set<number>
  states: Map<number, DeviceState>
  laterOf: Map<number, number>
}

/**
 * Decide for each machine of a transfer whether it is given back: yes if it still has the owner that the transfer set,
 * whatever was measured since. Writes nothing.
 * @param visible the caller's visible set, of which `territory` may be a part
 */
export async function planTransferUndo(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  target: Target,
  territory: Territory,
  visible: Territory,
): Promise<TransferUndo> {
  const later: LaterBatch[] = await laterBatches(trx, batch, visible)
  const owners = await readKept(trx, batch.id)
  const fromOf = new Map(
    owners.filter(({ day }) => day === null).flatMap(({ ids, owner }) => ids.map((id) => [id, owner] as const)),
  )
  const plan: TransferUndo = {
    ...emptyPlan(batch, territory, later),
    owners,
    back: new Set(),
    states: new Map(),
    laterOf: new Map(),
  }
  const counts = new Map<string, UndoPlan['sites'][number]>()
  const crossing = [...fromOf].filter(([, from]) => from.companyId !== given(target, from).companyId).map(([id]) => id)
  const fitted = await withParts(trx, crossing)
  for (const machine of await readStanding(trx, batch, territory.spread === true, [...fromOf.keys()])) {
    const from = fromOf.get(machine.id)
    if (!from) continue
    // Fitted parts come from the stock of the base.
    const why = reasonOf(batch, target, from, machine, territory) ?? (fitted.has(machine.id) ? 'recorded' : null)
    if (why === null) {
      plan.back.add(machine.id)
      plan.states.set(machine.id, machine.state)
      const key = `${machine.company_id} ${machine.site_id}`
      const site = counts.get(key) ?? { companyId: machine.company_id, siteId: machine.site_id, count: 0 }
      site.count += 1
      counts.set(key, site)
      continue
    }
    plan.remaining.set(machine.company_id, (plan.remaining.get(machine.company_id) ?? 0) + 1)
    if (why === 'beyond') continue
    plan.kept.set(why, [...(plan.kept.get(why) ?? []), machine.id])
    if (why === 'laterBatch' && machine.last_batch !== null) plan.laterOf.set(machine.id, machine.last_batch)
  }
  plan.sites = [...counts.values()]
  plan.parts = await partsOf(trx, batch.id, plan.back)
  return plan
}
