import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { writeOwnership } from '#server/features/devices/write-ownership.ts'
import { chunksOf } from '#server/features/devices/write-states.ts'
import { beforeRows } from '#server/features/feeds/before-rows.ts'
import { restoreFacts } from '#server/features/feeds/given-facts.ts'
import { byHash, byKeyOrHash } from '#server/features/feeds/planner-settings.ts'
import { recountCoverage } from '#server/features/feeds/recount-coverage.ts'
import type { UndoableBatch } from '#server/features/feeds/undo-obstacle.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { daysBack, going, rowsBack } from './days-back.ts'
import { issuedAmong } from './issued.ts'
import { type KeptCoverage, keptAtOnce, readCoverage } from './keep-transfer.ts'
import { noSums, type OwnedRows } from './owned-days.ts'
import type { TransferUndo } from './plan-undo.ts'
import { given, type Owner, type Target } from './target.ts'
import { dayRows, touchedSites, writeFollowers } from './write-transfer.ts'

type Origin = { at: Date; userId: number | null }
const columnsOf = {
  companyId: 'company_id',
  clientId: 'client_id',
  accountId: 'account_id',
  siteId: 'site_id',
} as const
const sidesOf = Object.keys(columnsOf) as (keyof Owner)[]

/** Restore current owners, including row version and update time if the row is unchanged since. */
async function restoreOwners(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  { parts, owners, back, nodes }: TransferUndo,
  at: Date,
): Promise<void> {
  const live = owners
    .filter(({ day }) => day === null)
    .flatMap((group) => going(group, back).map((id) => ({ id, ...group.owner })))
  const crosses = batch.companyIds.length > 1 ? sql`company_id = o.company_id, ` : sql``
  for (const { part, back: ids } of parts) {
    const own = new Set(ids)
    const some = live.filter(({ id }) => own.has(id))
    const list = (side: 'id' | keyof Owner) => sql`${integers(some.map((one) => one[side]))}::int[]`
    await byHash(trx, () =>
      sql`update device d set ${crosses}client_id = nullif(o.client_id, 0), account_id = nullif(o.account_id, 0), site_id = nullif(o.site_id, 0),
          row_version = case when d.row_version = b.row_version + 1 and d.update_time = ${batch.createTime}::timestamptz then b.row_version else d.row_version + 1 end,
          update_time = case when d.row_version = b.row_version + 1 and d.update_time = ${batch.createTime}::timestamptz then b.update_time else ${at}::timestamptz end
        from ${beforeRows(batch.id, part, ['device_id', 'row_version', 'update_time'], ids)}
        join unnest(${list('id')}, ${list('companyId')}, ${list('clientId')}, ${list('accountId')}, ${list('siteId')})
          as o(id, company_id, client_id, account_id, site_id) on o.id = b.device_id
        where d.id = b.device_id${onTheirNodes('d.company_id', nodes)}`.execute(trx),
    )
    await sql`select devices_moved(${batch.companyIds}::int[], ${ids}::int[])`.execute(trx)
  }
}

/**
 * Restore rows of each day in the columns that the transfer set: all owners in one statement, because the roll-up
 * triggers run for each statement.
 */
async function restoreDays(trx: Transaction<Database>, rows: readonly OwnedRows[], target: Target): Promise<void> {
  for (const { day, companyId, machines } of daysBack(rows, target)) {
    const crosses = machines.some((machine) => machine.companyId !== companyId)
    const changed = sidesOf.filter((side) => side !== 'companyId' || crosses)
    const set = sql.join(changed.map((side) => sql`${sql.ref(columnsOf[side])} = o.${sql.ref(columnsOf[side])}`))
    const columns = sql.join(changed.map((side) => sql.ref(columnsOf[side])))
    for (const chunk of chunksOf(machines, dayRows)) {
      const lists = sql.join(
        (['id', ...changed] as const).map((side) => sql`${integers(chunk.map((one) => one[side]))}::int[]`),
      )
      await byKeyOrHash(trx, chunk.length, () =>
        sql`${sql.raw(unnamedMark)}
          update device_daily r set ${set} from unnest(${lists}) o(id, ${columns})
          where r.company_id = ${companyId} and r.business_date = ${day}::date and r.device_id = o.id`.execute(trx),
      )
    }
  }
}

/** Recount the coverage; a site with its former row counts gets back what its feed had reported. */
async function restoreCoverage(
  trx: Transaction<Database>,
  batchId: number,
  rows: readonly OwnedRows[],
  target: Target,
): Promise<void> {
  const sites = touchedSites(rows, (owner) => given(target, owner))
  if (sites.length === 0) return
  const { rows: kept } = await sql<{
    coverage: KeptCoverage[]
  }>`select coverage from transfer_kept where batch_id = ${batchId}`.execute(trx)
  const before = new Map((kept[0]?.coverage ?? []).map((one) => [`${one.companyId} ${one.day} ${one.siteId}`, one]))
  for (const { companyId, day, siteIds } of sites) {
    await recountCoverage(trx, companyId, day, batchId, siteIds)
    const now = await readCoverage(trx, companyId, day, siteIds)
    const same = now.flatMap((one) => {
      const found = before.get(`${companyId} ${day} ${one.siteId}`)
      return found && found.expected === one.expected && found.reported === one.reported ? [found] : []
    })
    if (same.length === 0) continue
    const stored = same.flatMap((one) => (one.stored === null ? [] : [one.stored]))
    await sql`delete from import_coverage where company_id = ${companyId} and business_date = ${day}::date and site_id = any(${same.map(({ siteId }) => siteId)}::int[])`.execute(
      trx,
    )
    if (stored.length > 0)
      await sql`insert into import_coverage select * from jsonb_populate_recordset(null::import_coverage, ${JSON.stringify(stored)}::jsonb)`.execute(
        trx,
      )
  }
}

async function restoreChecks(trx: Transaction<Database>, batchId: number, ids: readonly number[]): Promise<void> {
  await sql`insert into device_check(device_id, user_id)
    select c.device_id, c.user_id from transfer_kept k cross join lateral jsonb_populate_recordset(null::device_check, k.checks) c
    join app_user u on u.id = c.user_id
    where k.batch_id = ${batchId} and c.device_id = any(${[...ids]}::int[]) on conflict do nothing`.execute(trx)
}

/**
 * Delete the stored data of machines that are given back from a partly undone batch; a completely undone batch is
 * deleted at once (`closeUndone`).
 */
async function forget(trx: Transaction<Database>, { owners, back, remaining }: TransferUndo): Promise<void> {
  if (remaining.size === 0) return
  const changed = owners.flatMap((group) => {
    const staying = group.ids.filter((id) => !back.has(id))
    return staying.length === group.ids.length ? [] : [{ id: group.id, staying }]
  })
  for (const chunk of chunksOf(changed, keptAtOnce)) {
    const gone = chunk.flatMap(({ id, staying }) => (staying.length === 0 ? [id] : []))
    await sql`delete from transfer_before where id = any(${gone}::bigint[])`.execute(trx)
    const left = chunk.filter(({ staying }) => staying.length > 0)
    const kept = left.map(({ id, staying }) => ({ id, device_ids: staying }))
    await sql`update transfer_before b set device_ids = k.device_ids
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(id bigint, device_ids int[]) where b.id = k.id`.execute(
      trx,
    )
  }
}

/** @throws AppError UNDO_REFUSED when a statement issued since counts the days in their current state */
export async function refuseIssued(
  trx: Transaction<Database>,
  plan: TransferUndo,
  target: Target,
  language: Language,
): Promise<void> {
  const rows = plan.owners.flatMap((group) =>
    group.day === null ? [] : [{ day: group.day, owner: group.owner, ids: going(group, plan.back), sums: noSums }],
  )
  const [issued] = await issuedAmong(
    trx,
    rows.filter(({ ids }) => ids.length > 0),
    target,
  )
  if (issued)
    throw new AppError('UNDO_REFUSED', { sentence: word(language, 'batch.obstacle.issued', { month: issued.month }) })
}

/** Give the machines back to their former owners, with their facts, days, coverage, reviewers and open conflicts. */
export async function giveTransferBack(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  plan: TransferUndo,
  { target, today }: { target: Target; today: Day },
  { at, userId }: Origin,
): Promise<void> {
  const { back, owners, states } = plan
  const rows = await rowsBack(trx, batch, plan, target, today)
  await restoreOwners(trx, batch, plan, at)
  await restoreFacts(trx, batch.id, [...back], batch.companyIds)
  // For a transfer with an end, the live owner is unrelated: use the owner of the first day.
  const first = new Map(
    batch.until === null ? [] : rows.toReversed().flatMap(({ owner, ids }) => ids.map((id) => [id, owner] as const)),
  )
  const live = owners
    .filter(({ day }) => day === null)
    .flatMap((group) => going(group, back).map((id) => ({ id, from: first.get(id) ?? group.owner })))
    .map(({ id, from }) => ({ id, from, to: given(target, from) }))
  const crossing = live.filter(({ from, to }) => from.companyId !== to.companyId).map(({ id }) => id)
  await writeFollowers(trx, crossing)
  await restoreChecks(trx, batch.id, crossing)
  await writeOwnership(
    trx,
    live.map(({ id, from, to }) => ({
      deviceId: id,
      companyId: to.companyId,
      state: states.get(id) ?? 'offline',
      cause: 'undo' as const,
      change: { date: batch.businessDate, from: to, to: from },
    })),
    { at, userId, batchId: batch.id },
  )
  await restoreDays(trx, rows, target)
  await restoreCoverage(trx, batch.id, rows, target)
  await forget(trx, plan)
}
