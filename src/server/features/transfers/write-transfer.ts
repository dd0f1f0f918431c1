import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { writeOwnership } from '#server/features/devices/write-ownership.ts'
import { chunksOf } from '#server/features/devices/write-states.ts'
import { forgetBefore } from '#server/features/feeds/forget-before.ts'
import { recountCoverage } from '#server/features/feeds/recount-coverage.ts'
import type { TransferAnswer } from '#shared/transfers.ts'
import {
  type BatchKeeping,
  keepTransfer,
  openTransfer,
  type TransferActor,
  writeTransferSites,
} from './keep-transfer.ts'
import { factsLeftBehind, writeLeftFacts } from './leave-facts.ts'
import type { OwnedRows } from './owned-days.ts'
import type { Moved, Planning, TransferPlan } from './plan.ts'
import { assigned, given, isSame, type Owner, type Target } from './target.ts'

/**
 * Maximum rows of a day in one statement: each statement updates the counters of its owners in four tables, so few
 * large statements are faster. The same on the embedded engine: the transaction keeps its only connection until it
 * ends, however long a statement takes.
 */
export const dayRows = 50_000

/**
 * Do not write the base of machines that keep it: nodes of a cluster refuse a statement that sets this column, whatever
 * its value.
 */
const withoutBase = (target: Target): Target => ({ ...target, companyId: undefined })

/** Update the current owners. A machine that already has the owner, or whose past days alone change, is unchanged. */
async function writeDevices(
  trx: Transaction<Database>,
  moved: readonly Moved[],
  target: Target,
  at: Date,
): Promise<void> {
  const leaving = moved.filter(({ from, to }) => !isSame(from, to))
  for (const chunk of chunksOf(leaving)) {
    const crosses = chunk.some(({ from, to }) => from.companyId !== to.companyId)
    const values = assigned(
      crosses ? target : withoutBase(target),
      (column) => sql<number>`coalesce(${sql.ref(`d.${column}`)}, 0)`,
    )
    const companyIds = [...new Set(chunk.flatMap(({ from, to }) => [from.companyId, to.companyId]))]
    const ids = chunk.map(({ device }) => device.id)
    await sql`${sql.raw(unnamedMark)}
      update device d set ${sql.join(values.map(({ column, value }) => sql`${sql.ref(column)} = nullif(${value}, 0)`))}, update_time = ${at}::timestamptz,
        row_version = d.row_version + 1
      where d.id = any(${integers(ids)}::int[]) and ${isOneOf('d.company_id', companyIds)}`.execute(trx)
    await sql`select devices_moved(${companyIds}::int[], ${ids}::int[])`.execute(trx)
  }
}

/**
 * Update the rows of the days, the oldest first, so that concurrent writers of roll-ups wait for each other instead of
 * deadlocking.
 */
async function writeOwnedDays(trx: Transaction<Database>, rows: readonly OwnedRows[], target: Target): Promise<void> {
  const days = new Map<string, { day: string; companyId: number; ids: number[] }>()
  for (const { day, owner, ids } of rows) {
    const key = `${day} ${owner.companyId}`
    const known = days.get(key) ?? { day, companyId: owner.companyId, ids: [] }
    for (const id of ids) known.ids.push(id)
    days.set(key, known)
  }
  for (const { day, companyId, ids } of days.values()) {
    const values = assigned(
      target.companyId === companyId ? withoutBase(target) : target,
      (column) => sql<number>`${sql.ref(`r.${column}`)}`,
    )
    const set = sql.join(values.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`))
    for (const chunk of chunksOf(ids, dayRows))
      await sql`${sql.raw(unnamedMark)}
        update device_daily r set ${set}
        where r.company_id = ${companyId} and r.business_date = ${day}::date and r.device_id = any(${integers(chunk)}::int[])`.execute(
        trx,
      )
  }
}

/** Return the sites that machines leave or enter, by day and base. */
export function touchedSites(
  rows: readonly OwnedRows[],
  to: (owner: Owner) => Owner,
): { day: string; companyId: number; siteIds: number[] }[] {
  const days = new Map<string, { day: string; companyId: number; siteIds: Set<number> }>()
  const touch = (day: string, { companyId, siteId }: Owner) => {
    const key = `${day} ${companyId}`
    const known = days.get(key) ?? { day, companyId, siteIds: new Set<number>() }
    if (siteId !== 0) known.siteIds.add(siteId)
    days.set(key, known)
  }
  for (const { day, owner } of rows) {
    const after = to(owner)
    if (owner.siteId === after.siteId && owner.companyId === after.companyId) continue
    touch(day, owner)
    touch(day, after)
  }
  return [...days.values()].map(({ siteIds, ...one }) => ({ ...one, siteIds: [...siteIds] }))
}

/**
 * Move a machine's open conflicts to its new base at once, because they are a worklist. Reviewers of the old base are
 * removed.
 */
export async function writeFollowers(trx: Transaction<Database>, crossing: readonly number[]): Promise<void> {
  for (const ids of chunksOf(crossing)) {
    await sql`update feed_conflict c set company_id = d.company_id, site_id = d.site_id, client_id = d.client_id, account_id = d.account_id
      from device d where d.id = c.device_id and c.device_id = any(${ids}::int[]) and c.resolved_at is null`.execute(
      trx,
    )
    await sql`delete from device_check k using device d, app_user u, company c
      where d.id = k.device_id and u.id = k.user_id and c.id = u.company_id and k.device_id = any(${ids}::int[]) and c.kind = 'base' and c.tenant_id <> d.company_id`.execute(
      trx,
    )
  }
}

/** Return the former owner of each machine for its event; if only days change, the owner of the first of them. */
function leavingFrom(
  { moved, rows }: TransferPlan,
  target: Target,
): { device: Moved['device']; from: Owner; to: Owner }[] {
  const earliest = new Map<number, Owner>()
  for (const { owner, ids } of rows) for (const id of ids) if (!earliest.has(id)) earliest.set(id, owner)
  return moved.map(({ device, from, to }) => {
    const old = isSame(from, to) ? (earliest.get(device.id) ?? from) : from
    return { device, from: old, to: given(target, old) }
  })
}

/**
 * Write the decided transfer as one batch, with the data for an undo. The caller holds the locks of the machines and
 * `lockForFeed` of their bases, and today is open.
 */
export async function writeTransfer(
  trx: Transaction<Database>,
  by: TransferActor,
  planning: Planning,
  plan: TransferPlan,
  reason: string,
  answer: TransferAnswer,
): Promise<{ batchId: number }> {
  const { target, date } = planning
  const { at, userId } = by
  const companyIds = [
    ...new Set([
      ...plan.moved.flatMap(({ from, to }) => [from.companyId, to.companyId]),
      ...plan.rows.map(({ owner }) => owner.companyId),
    ]),
  ].sort((one, other) => one - other)
  const batchId = await openTransfer(trx, by, planning, { companyIds, reason, answer, unchanged: plan.unchanged })
  const sites = touchedSites(plan.rows, (owner) => given(target, owner))
  const keeping: BatchKeeping = { batchId, companyIds, sites }
  await keepTransfer(trx, plan, keeping)
  const left = await factsLeftBehind(trx, plan.moved, companyIds)
  await writeDevices(trx, plan.moved, target, at)
  await writeLeftFacts(trx, batchId, left)
  const crossing = plan.moved.filter(({ from, to }) => from.companyId !== to.companyId).map(({ device }) => device.id)
  await writeFollowers(trx, crossing)
  const events = leavingFrom(plan, target).map(({ device, from, to }) => ({
    deviceId: device.id,
    companyId: given(target, to).companyId,
    state: device.state,
    cause: 'transfer' as const,
    change: { date, from, to },
  }))
  await writeOwnership(trx, events, { at, userId, batchId, note: reason })
  await writeOwnedDays(trx, plan.rows, target)
  for (const { companyId, day, siteIds } of sites) await recountCoverage(trx, companyId, day, batchId, siteIds)
  await writeTransferSites(trx, batchId, plan.moved)
  await forgetBefore(trx, batchId, companyIds, at)
  return { batchId }
}
