import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { chunksOf, type StateChange } from '#server/features/devices/write-states.ts'
import { addDays } from '#shared/dates.ts'
import { orderTypeOf, repeatFailureDays } from '#shared/repairs.ts'
import type { Act, DecidedLine } from './decide-lines.ts'

export type Ready = DecidedLine & { device: NonNullable<DecidedLine['device']> }
/** An order of one tenant. */
export type RepairOrder = { id: number; companyId: number }
/** `cost` in yuan, for each device. */
export type RepairTerms = { workshop: string | null; cost: number | null; warrantyUntil: string | null }
export type RecordOrigin = RepairTerms & {
  at: Date
  userId: number | null
  notes: string | null
  buyCompanyId: number
  saleCompanyId: number | null
}

const isRepeat = ({ last }: Ready, date: string): boolean =>
  last?.type === '送回' && last.date >= addDays(date, -repeatFailureDays)

async function insertOrder(
  trx: Transaction<Database>,
  tenantId: number,
  devices: number,
  act: Act,
  origin: RecordOrigin,
): Promise<number> {
  const { id } = await trx
    .insertInto('machine_material_order')
    .values({
      company_id: tenantId,
      type: orderTypeOf(act.type),
      buy_company_id: origin.buyCompanyId,
      sale_company_id: origin.saleCompanyId ?? tenantId,
      notes: origin.notes,
      devices,
      user_id: origin.userId,
      create_time: origin.at,
      update_time: origin.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Insert the records of one tenant, with current owners and site; a 送回 closes the open 送修.
 * @returns record ids by device
 */
async function insertRecords(
  trx: Transaction<Database>,
  tenantId: number,
  ready: readonly Ready[],
  orderId: number,
  act: Act,
  origin: RecordOrigin,
): Promise<Map<number, number>> {
  const returned = act.type === '送回'
  const ids = new Map<number, number>()
  for (const chunk of chunksOf(ready)) {
    const opened = chunk.map(({ last }) => (returned && last?.type === '送修' && !last.closed ? last.id : null))
    const repeats = chunk.map((line) => (!returned && isRepeat(line, act.date) ? (line.last?.id ?? null) : null))
    const { rows } = await sql<{ id: number; device_id: number }>`
      insert into repair_daily(company_id, type, device_id, device_serial, site_id, client_id, account_id, order_id, notes, repair_date, outcome, opened_by_id,
        repeat_of_id, since_before, closed, buy_company_id, workshop, cost, warranty_until, user_id, create_time, update_time)
      select d.company_id, ${act.type}::text, d.id, d.serial, d.site_id, d.client_id, d.account_id, ${orderId}::int, ${origin.notes}::text, ${act.date}::date,
        ${returned ? act.outcome : null}::text, l.opened_by_id, l.repeat_of_id, d.state_since, ${returned}::boolean, ${origin.buyCompanyId}::int,
        ${origin.workshop}::text, ${origin.cost}::numeric, ${origin.warrantyUntil}::date, ${origin.userId}::int, ${origin.at}::timestamptz, ${origin.at}::timestamptz
      from unnest(${chunk.map(({ device }) => device.id)}::int[], ${opened}::int[], ${repeats}::int[])
        with ordinality as l(device_id, opened_by_id, repeat_of_id, line)
      join device d on d.id = l.device_id and d.company_id = ${tenantId}
      order by l.line
      returning id, device_id`.execute(trx)
    for (const row of rows) ids.set(row.device_id, row.id)
    const closing = opened.filter((id) => id !== null)
    if (closing.length > 0) {
      await sql`update repair_daily set closed = true, update_time = ${origin.at}::timestamptz, row_version = row_version + 1
        where company_id = ${tenantId} and id = any(${closing}::int[])`.execute(trx)
    }
  }
  return ids
}

/**
 * Insert orders and records for the decided lines, one order a tenant.
 * @returns the orders in the order of their tenants, and the state changes of the records
 */
export async function writeRecords(
  trx: Transaction<Database>,
  ready: readonly Ready[],
  act: Act,
  origin: RecordOrigin,
): Promise<{ orders: RepairOrder[]; recordIds: Map<number, number>; changes: StateChange[] }> {
  const orders: RepairOrder[] = []
  const recordIds = new Map<number, number>()
  for (const tenantId of [...new Set(ready.map(({ device }) => device.company_id))].sort(
    (left, right) => left - right,
  )) {
    const own = ready.filter(({ device }) => device.company_id === tenantId)
    const orderId = await insertOrder(trx, tenantId, own.length, act, origin)
    orders.push({ id: orderId, companyId: tenantId })
    for (const [deviceId, id] of await insertRecords(trx, tenantId, own, orderId, act, origin))
      recordIds.set(deviceId, id)
  }
  const to = act.type === '送修' ? 'repairing' : act.outcome === 'notRepairable' ? 'scrap' : 'repaired'
  const changes = ready.map(
    ({ device }): StateChange => ({
      deviceId: device.id,
      companyId: device.company_id,
      from: device.state,
      to,
      cause: act.type === '送修' ? 'repairOut' : 'repairReturn',
      repairId: recordIds.get(device.id),
    }),
  )
  return { orders, recordIds, changes }
}
