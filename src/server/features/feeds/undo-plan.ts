import { type RawBuilder, sql, type Transaction } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { notUndoneIn } from '#server/features/devices/undone-events.ts'
import type { KeptReason } from '#shared/feed-batches.ts'
import { type BeforePart, beforeParts, beforeRows, createdIds, namedDevices } from './before-rows.ts'
import { type LaterBatch, laterBatches } from './later-batches.ts'
import { byHash } from './planner-settings.ts'
import { readRecorded } from './recorded-rows.ts'
import type { UndoableBatch } from './undo-obstacle.ts'

/** The machines of one kept part to restore; `all` = no machine of the part remains with the batch. */
export type PlannedPart = BeforePart & { back: number[]; all: boolean }

export type Nodes = Pick<Territory, 'spread' | 'companyIds'>

/** The plan for each machine of a batch in an undo within a territory. */
export type UndoPlan = {
  parts: PlannedPart[]
  /** Devices registered by the batch that will be deleted. */
  created: number[]
  /** Machines within reach that are not restored, by reason. */
  kept: Map<KeptReason, number[]>
  /** Number of machines that remain with the batch, within reach or not, by tenant. */
  remaining: Map<number, number>
  /** Number of machines to restore, by tenant and site of the day (0 = no site). */
  sites: { companyId: number; siteId: number; count: number }[]
  later: LaterBatch[]
  /**
   * The newer batch that keeps a machine from being restored, where it is known; otherwise the newest batch that named
   * the machine is used.
   */
  laterOf?: ReadonlyMap<number, number>
  /** The tenants of the batch, and whether they are on several nodes. */
  nodes: Nodes
}

/** Return a plan that restores nothing yet. */
export const emptyPlan = (batch: UndoableBatch, { spread }: Territory, later: LaterBatch[]): UndoPlan => ({
  parts: [],
  created: [],
  kept: new Map(),
  remaining: new Map(),
  sites: [],
  later,
  nodes: { ...(spread ? { spread: true } : {}), companyIds: batch.companyIds },
})

/** The reason for each cause of a machine's last event since the batch. */
const reasonOfCause: Record<string, KeptReason> = {
  repairOut: 'sentToRepair',
  repairReturn: 'returned',
  lost: 'lost',
  found: 'found',
  scrap: 'scrapped',
  feed: 'laterBatch',
  transfer: 'transferred',
  typeChange: 'laterBatch',
  workerChange: 'laterBatch',
}
const reasonOf = (why: string): KeptReason => reasonOfCause[why] ?? (why as KeptReason)

/**
 * The tenant of a statement on a cluster, where each is sent to the node of one tenant; null = all tenants in one
 * database.
 */
type Tenant = number | null
const of = (column: string, tenant: Tenant) => (tenant === null ? sql`` : sql` and ${sql.ref(column)} = ${tenant}`)

/** Return whether an event is still valid: not a voided repair, an undone feed or an undo. */
const isEffective = (tenant: Tenant) => sql`e.cause not in ('void', 'undo')
  and not exists (select 1 from repair_daily r where r.id = e.repair_id and r.voided_at is not null${of('r.company_id', tenant)})
  and ${notUndoneIn(tenant)}`

/**
 * Match a device whose events since the batch are all voided repairs and undone feeds. It has the values that the batch
 * left, so an undo overwrites no one's change. Each state change is one event and one row version; a higher version is
 * another user's change.
 */
const allVoided = ({ id, createTime }: UndoableBatch, tenant: Tenant) => sql`exists (
  select 1 from device_event e left join repair_daily r on r.id = e.repair_id${of('r.company_id', tenant)} where e.device_id = d.id and e.at > ${createTime}::timestamptz
    and ${notUndoneIn(tenant)}${of('e.company_id', tenant)}
  having count(*) = d.row_version - b.row_version - coalesce(b.bumps, 0) and bool_and(coalesce(r.voided_at is not null, false)) and max(e.at) = d.update_time
    and (array_agg(e.from_state order by e.id))[1] = (array_agg(e.to_state order by e.id desc))[1])
  and not exists (select 1 from import_before_return w join repair_daily r on r.id = w.repair_id
    where w.batch_id = ${id} and r.device_id = d.id and r.update_time <> ${createTime}::timestamptz${of('r.company_id', tenant)})`

/** Select the cause of the last valid event since the batch, as one of the reasons. */
const lastCause = (
  { createTime }: UndoableBatch,
  later: readonly LaterBatch[],
  tenant: Tenant,
) => sql`case when d.state = 'scrap' then 'scrapped' else coalesce((
  select e.cause from device_event e where e.device_id = d.id and e.at > ${createTime}::timestamptz and ${isEffective(tenant)}${of('e.company_id', tenant)} order by e.id desc limit 1),
  case when d.update_time = any(${later.map((batch) => batch.createTime)}::timestamptz[]) then 'laterBatch' else 'changed' end) end`

/** Return the condition that a device, or the site in another column, is within reach; null = the whole batch is. */
function reachOf(
  batch: UndoableBatch,
  { everything, companyIds, siteIds }: Territory,
): ((site: string) => RawBuilder<boolean>) | null {
  const whole = siteIds === null && (everything || batch.companyIds.every((id) => companyIds.includes(id)))
  if (whole) return null
  return (site) =>
    sql<boolean>`(${isOneOf('d.company_id', companyIds)} and ${siteIds === null ? sql`true` : isOneOf(site, siteIds)})`
}

type Group = { company_id: number; site_id: number; why: string | null; ids: string }

/** Group the machines of a part by the reason that prevents restoring them. */
function groupPart(
  batch: UndoableBatch,
  { part, whole }: BeforePart,
  later: readonly LaterBatch[],
  reach: ReturnType<typeof reachOf>,
  tenant: Tenant,
) {
  const { id, restated, businessDate } = batch
  // A late feed writes only its day, so only another feed of that day comes after it. It does not change owners, so a
  // transfer does not block it. Every other batch is blocked by a newer transfer of its machines.
  const sameDay = later.filter((other) => (other.isTransfer ? !restated : other.businessDate === businessDate))
  const keptIds = sameDay.filter(({ kept }) => kept).map((other) => other.id)
  const forgotten = sameDay.filter(({ kept }) => !kept).map((other) => other.id)
  const reasons = [
    ...(reach ? [sql`when not ${reach('d.site_id')} then 'beyond'`] : []),
    // A scrapped machine cannot be restored even if the newer batch is undone, so this reason comes first.
    ...(restated ? [] : [sql`when d.state = 'scrap' then 'scrapped'`]),
    ...(keptIds.length > 0 ? [sql`when n.device_id is not null then 'laterBatch'`] : []),
    ...(forgotten.length > 0 ? [sql`when r.batch_id = any(${forgotten}::int[]) then 'laterBatch'`] : []),
    ...(restated
      ? []
      : [
          sql`when (d.row_version <> b.row_version + coalesce(b.bumps, 0)
            or d.update_time <> case when b.written then ${batch.createTime}::timestamptz else b.update_time end) and not (${allVoided(batch, tenant)}) then ${lastCause(batch, later, tenant)}`,
        ]),
    sql`when d.id in (select device_id from feed_conflict where batch_id = ${id} and resolved_at is not null${of('company_id', tenant)}) then 'conflictDecided'`,
    ...(reach && whole ? [sql`when b.written and not ${reach('b.site_id')} then 'otherSite'`] : []),
  ]
  const columns = [
    'device_id',
    'written',
    'bumps',
    'row_version',
    'update_time',
    ...(whole ? (['site_id'] as const) : []),
  ] as const
  const day = sql`left join device_daily r on r.company_id = d.company_id and r.business_date = ${businessDate}::date and r.device_id = d.id${of('r.company_id', tenant)}`
  return sql<Group>`
    select company_id, site_id, why, array_agg(id)::text as ids from (
      select d.id, d.company_id, ${restated ? sql`coalesce(r.site_id, 0)` : sql`coalesce(d.site_id, 0)`} as site_id, case ${sql.join(reasons, sql` `)} end as why
      from ${beforeRows(id, part, columns)} join device d on d.id = b.device_id${of('d.company_id', tenant)}
      ${keptIds.length > 0 ? sql`left join ${namedDevices(keptIds)} n on n.device_id = d.id` : sql``}
      ${restated || forgotten.length > 0 ? day : sql``}) told
    group by company_id, site_id, why`
}

/** Group the devices that the batch registered in the same way. */
async function groupCreated(
  db: Transaction<Database>,
  batch: UndoableBatch,
  later: readonly LaterBatch[],
  reach: ReturnType<typeof reachOf>,
  tenant: Tenant,
): Promise<Group[]> {
  const keptIds = later.filter(({ kept }) => kept).map(({ id }) => id)
  const recorded = await readRecorded(db, batch.id, tenant)
  const { rows } = await sql<Group>`
    select company_id, site_id, why, array_agg(id)::text as ids from (
      select d.id, d.company_id, coalesce(d.site_id, 0) as site_id, case
        ${reach ? sql`when not ${reach('d.site_id')} then 'beyond'` : sql``}
        ${keptIds.length > 0 ? sql`when d.id in (select device_id from ${namedDevices(keptIds)} n) then 'laterBatch'` : sql``}
        when d.row_version <> 1 or d.update_time <> ${batch.createTime}::timestamptz then ${lastCause(batch, later, tenant)}
        when ${recorded} then 'recorded' end as why
      from device d where d.id in ${createdIds(batch.id, tenant)}${of('d.company_id', tenant)}) told
    group by company_id, site_id, why`.execute(db)
  return rows
}

/**
 * Plan for each machine of the batch whether it is restored: those that have not changed since the batch are. Write
 * nothing.
 * @param visible all that the caller sees; `territory` may be a part of it
 */
export async function planUndo(
  db: Transaction<Database>,
  batch: UndoableBatch,
  territory: Territory,
  visible: Territory,
): Promise<UndoPlan> {
  const later = await laterBatches(db, batch, visible)
  const reach = reachOf(batch, territory)
  const tenants: Tenant[] = territory.spread ? batch.companyIds : [null]
  const plan = emptyPlan(batch, territory, later)
  const take = (groups: readonly Group[]): { back: number[]; all: boolean } => {
    const back: number[] = []
    let all = true
    for (const { company_id, site_id, why, ids } of groups) {
      const devices = readList(ids)
      if (why === null) {
        for (const device of devices) back.push(device)
        const site = plan.sites.find(({ companyId, siteId }) => companyId === company_id && siteId === site_id)
        if (site) site.count += devices.length
        else plan.sites.push({ companyId: company_id, siteId: site_id, count: devices.length })
        continue
      }
      all = false
      // A machine that has moved to another base still belongs to this batch.
      const tenant = batch.companyIds.includes(company_id) ? company_id : (batch.companyIds[0] ?? company_id)
      plan.remaining.set(tenant, (plan.remaining.get(tenant) ?? 0) + devices.length)
      if (why !== 'beyond') plan.kept.set(reasonOf(why), [...(plan.kept.get(reasonOf(why)) ?? []), ...devices])
    }
    return { back, all }
  }
  for (const kept of await beforeParts(db, batch.id)) {
    const groups: Group[] = []
    for (const tenant of tenants)
      groups.push(...(await byHash(db, () => groupPart(batch, kept, later, reach, tenant).execute(db))).rows)
    plan.parts.push({ ...kept, ...take(groups) })
  }
  for (const tenant of tenants) plan.created.push(...take(await groupCreated(db, batch, later, reach, tenant)).back)
  return plan
}
