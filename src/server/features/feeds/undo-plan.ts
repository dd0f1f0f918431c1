import { type RawBuilder, sql, type Transaction } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { notTakenBackIn } from '#server/features/devices/taken-back.ts'
import type { KeptReason } from '#shared/feed-batches.ts'
import { type BeforePart, beforeParts, beforeRows, createdIds, toldDevices } from './before-rows.ts'
import { byHash } from './by-hash.ts'
import { type LaterBatch, laterBatches } from './later-batches.ts'
import { recordedAbout } from './recorded.ts'
import type { UndoableBatch } from './undo-obstacle.ts'

/** Machines of one part of what the batch found that go back; `all` = nothing of the part stays with the batch. */
export type PlannedPart = BeforePart & { back: number[]; all: boolean }

export type Nodes = Pick<Territory, 'spread' | 'companyIds'>

/** What becomes of each machine of a batch when it is undone within a territory. */
export type UndoPlan = {
  parts: PlannedPart[]
  /** Devices that the batch had registered and that go. */
  created: number[]
  /** Machines within reach that stay, by reason. */
  kept: Map<KeptReason, number[]>
  /** How many machines stay with the batch, in reach or not, by tenant. */
  remaining: Map<number, number>
  /** How many machines go back, by tenant and site of the day (0 = none). */
  sites: { companyId: number; siteId: number; count: number }[]
  later: LaterBatch[]
  /** The newer batch of each machine that stays because of one, where it is known; else the newest that told of it. */
  laterOf?: ReadonlyMap<number, number>
  /** The tenants of the batch, and whether they lie on several nodes. */
  nodes: Nodes
}

/** What the cause of the last event since the batch means for a machine. */
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

/** The one whose machines are looked at, where each statement is sent to the node of one; null = all of them at once, on one. */
type Tenant = number | null
const of = (column: string, tenant: Tenant) => (tenant === null ? sql`` : sql` and ${sql.ref(column)} = ${tenant}`)

/** Is what an event says still true: no repair that was voided, no feed that was taken back, and not the way back itself? */
const standing = (tenant: Tenant) => sql`e.cause not in ('void', 'undo')
  and not exists (select 1 from repair_daily r where r.id = e.repair_id and r.voided_at is not null${of('r.company_id', tenant)})
  and ${notTakenBackIn(tenant)}`

/**
 * All that happened to a device since the batch was repairs that are void, and feeds that were taken back: it stands as the batch left it,
 * so nothing of anybody is lost. Every change of a state is one event and one version; a version more is somebody else's change.
 */
const allVoided = ({ id, createTime }: UndoableBatch, tenant: Tenant) => sql`exists (
  select 1 from device_event e left join repair_daily r on r.id = e.repair_id${of('r.company_id', tenant)} where e.device_id = d.id and e.at > ${createTime}::timestamptz
    and ${notTakenBackIn(tenant)}${of('e.company_id', tenant)}
  having count(*) = d.row_version - b.row_version - coalesce(b.bumps, 0) and bool_and(coalesce(r.voided_at is not null, false)) and max(e.at) = d.update_time
    and (array_agg(e.from_state order by e.id))[1] = (array_agg(e.to_state order by e.id desc))[1])
  and not exists (select 1 from import_before_return w join repair_daily r on r.id = w.repair_id
    where w.batch_id = ${id} and r.device_id = d.id and r.update_time <> ${createTime}::timestamptz${of('r.company_id', tenant)})`

/** The cause of the last event since that still holds, as one of the reasons. */
const lastCause = (
  { createTime }: UndoableBatch,
  later: readonly LaterBatch[],
  tenant: Tenant,
) => sql`case when d.state = 'scrap' then 'scrapped' else coalesce((
  select e.cause from device_event e where e.device_id = d.id and e.at > ${createTime}::timestamptz and ${standing(tenant)}${of('e.company_id', tenant)} order by e.id desc limit 1),
  case when d.update_time = any(${later.map((batch) => batch.createTime)}::timestamptz[]) then 'laterBatch' else 'changed' end) end`

/** Does a device, or its site as another column says, lie within reach? null = all of the batch does. */
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

/** What stands against giving back the machines of a part. */
function tellPart(
  batch: UndoableBatch,
  { part, whole }: BeforePart,
  later: readonly LaterBatch[],
  reach: ReturnType<typeof reachOf>,
  tenant: Tenant,
) {
  const { id, restated, businessDate } = batch
  // A late feed writes nothing but its day; only another one of that day comes after it.
  // Owners are no part of what a late feed says; any other one stands before a transfer of its machines.
  const sameDay = later.filter((other) => (other.isTransfer ? !restated : other.businessDate === businessDate))
  const told = sameDay.filter(({ kept }) => kept).map((other) => other.id)
  const forgotten = sameDay.filter(({ kept }) => !kept).map((other) => other.id)
  const reasons = [
    ...(reach ? [sql`when not ${reach('d.site_id')} then 'beyond'`] : []),
    // Nothing that could be done about a newer batch would bring it back.
    ...(restated ? [] : [sql`when d.state = 'scrap' then 'scrapped'`]),
    ...(told.length > 0 ? [sql`when n.device_id is not null then 'laterBatch'`] : []),
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
      ${told.length > 0 ? sql`left join ${toldDevices(told)} n on n.device_id = d.id` : sql``}
      ${restated || forgotten.length > 0 ? day : sql``}) told
    group by company_id, site_id, why`
}

/** The same of the devices that the batch had registered. */
async function tellCreated(
  db: Transaction<Database>,
  batch: UndoableBatch,
  later: readonly LaterBatch[],
  reach: ReturnType<typeof reachOf>,
  tenant: Tenant,
): Promise<Group[]> {
  const told = later.filter(({ kept }) => kept).map(({ id }) => id)
  const recorded = await recordedAbout(db, batch.id, tenant)
  const { rows } = await sql<Group>`
    select company_id, site_id, why, array_agg(id)::text as ids from (
      select d.id, d.company_id, coalesce(d.site_id, 0) as site_id, case
        ${reach ? sql`when not ${reach('d.site_id')} then 'beyond'` : sql``}
        ${told.length > 0 ? sql`when d.id in (select device_id from ${toldDevices(told)} n) then 'laterBatch'` : sql``}
        when d.row_version <> 1 or d.update_time <> ${batch.createTime}::timestamptz then ${lastCause(batch, later, tenant)}
        when ${recorded} then 'recorded' end as why
      from device d where d.id in ${createdIds(batch.id, tenant)}${of('d.company_id', tenant)}) told
    group by company_id, site_id, why`.execute(db)
  return rows
}

/**
 * Decides of each machine of the batch whether it goes back: those that stand as the batch left them do. Writes nothing.
 * @param visible what the caller sees, of which `territory` may be a part
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
  const plan: UndoPlan = {
    parts: [],
    created: [],
    kept: new Map(),
    remaining: new Map(),
    sites: [],
    later,
    nodes: { ...(territory.spread ? { spread: true } : {}), companyIds: batch.companyIds },
  }
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
      // Who has gone to another base is still a machine of this batch.
      const tenant = batch.companyIds.includes(company_id) ? company_id : (batch.companyIds[0] ?? company_id)
      plan.remaining.set(tenant, (plan.remaining.get(tenant) ?? 0) + devices.length)
      if (why !== 'beyond') plan.kept.set(reasonOf(why), [...(plan.kept.get(reasonOf(why)) ?? []), ...devices])
    }
    return { back, all }
  }
  for (const kept of await beforeParts(db, batch.id)) {
    const groups: Group[] = []
    for (const tenant of tenants)
      groups.push(...(await byHash(db, () => tellPart(batch, kept, later, reach, tenant).execute(db))).rows)
    plan.parts.push({ ...kept, ...take(groups) })
  }
  for (const tenant of tenants) plan.created.push(...take(await tellCreated(db, batch, later, reach, tenant)).back)
  return plan
}
