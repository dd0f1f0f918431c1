import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Opening stock of a tenant, by goods: in the warehouse, and in each machine with recorded parts. */
export type DemoStock = { materialId: number; name: string; stock: number; fitted: number }
type Side = 'outside' | 'own' | 'headquarters'
type DemoOrder = { day: number; from: Side; to: Side; notes: string; items: Record<string, number>; voidedOn?: number }

/** Orders of each base, the oldest first; the opening stock covers all of them. */
const baseOrders: readonly DemoOrder[] = [
  {
    day: -88,
    from: 'headquarters',
    to: 'own',
    notes: '季度调拨',
    items: { '电源模块 3600W': 8, '轴流风扇 12038': 40 },
  },
  { day: -61, from: 'own', to: 'outside', notes: '巡检领用', items: { '导热硅脂 1 kg': 2, '数据线 1.5 m': 30 } },
  { day: -40, from: 'outside', to: 'own', notes: '采购到货', items: { 算力板: 12, 机架导轨: 10 } },
  { day: -25, from: 'own', to: 'outside', notes: '登记重复', items: { 控制板: 3 }, voidedOn: -24 },
  { day: -12, from: 'own', to: 'headquarters', notes: '故障件返厂', items: { 算力板: 6 } },
  { day: -3, from: 'own', to: 'outside', notes: '更换风扇', items: { '轴流风扇 12038': 8 } },
]
/** Machines of each base whose parts are recorded. */
const recordedMachines = 40
const morning = 9 * 3_600
const openingDay = -110

type Place = { id: number; kind: 'headquarters' | 'base'; manager: number | null }
type Change = {
  company_id: number
  material_id: number
  cause: string
  order_id: number | null
  change: number
  after: number
  user_id: number | null
  at: string
}

/** Return the companies with stock, each with a user who enters its orders. */
async function readPlaces(trx: Transaction<Database>): Promise<Place[]> {
  const { rows } = await sql<Place>`select company.id, kind, (select min(app_user.id) from app_user
      where app_user.company_id = company.id and nick_name in ('管理层', '基地负责人')) as manager
    from company where tenant_id = company.id and deleted_at is null order by kind = 'base', company.id`.execute(trx)
  return rows
}

type Entered = {
  sale: number | null
  buy: number | null
  notes: string
  user: number | null
  /** When it was voided; null = valid. */
  voided: string | null
  time: string
}

async function insertOrder(
  trx: Transaction<Database>,
  { sale, buy, notes, user, voided, time }: Entered,
  items: readonly { materialId: number; number: number }[],
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into company_material_order(type, buy_company_id, sale_company_id, notes, user_id, voided_at, voided_by,
        void_reason, create_time, update_time)
      values (${sale === null ? '入库' : '出库'}, ${buy}::int, ${sale}::int, ${notes}, ${user}::int, ${voided}::timestamptz,
        ${voided && user}::int, ${voided && notes}::text, ${time}::timestamptz, ${voided ?? time}::timestamptz) returning id`.execute(
    trx,
  )
  const id = rows[0]?.id ?? 0
  await trx
    .insertInto('company_material_order_item')
    .values(items.map(({ materialId, number }) => ({ order_id: id, material_id: materialId, number })))
    .execute()
  return id
}

/**
 * Insert stock, orders and their ledger, so that every number is the sum of its movements; and the parts of the first
 * machines of each base.
 */
export async function writeStock(
  trx: Transaction<Database>,
  goods: readonly DemoStock[],
  instant: (day: number, seconds: number) => Date,
): Promise<void> {
  const places = await readPlaces(trx)
  const headquarters = places.find(({ kind }) => kind === 'headquarters')
  const shelves = new Map<string, number>()
  const ledger: Change[] = []
  const at = (day: number, minutes = 0) => instant(day, morning + minutes * 60).toISOString()
  const move = (change: Omit<Change, 'after'>) => {
    const key = `${change.company_id}:${change.material_id}`
    const after = (shelves.get(key) ?? 0) + change.change
    shelves.set(key, after)
    ledger.push({ ...change, after })
  }
  for (const { id, kind } of places) {
    for (const { materialId, stock } of goods)
      move({
        ...{ company_id: id, material_id: materialId, cause: 'opening', order_id: null, user_id: null },
        ...{ at: at(openingDay), change: kind === 'base' ? stock : stock * 3 },
      })
  }
  const bases = places.filter(({ kind }) => kind === 'base')
  const planned = baseOrders
    .flatMap((order) => bases.map((base, index) => ({ order, base, time: at(order.day, index * 7) })))
    .toSorted((left, right) => left.time.localeCompare(right.time))
  for (const { order, base, time } of planned) {
    const sides: Record<Side, number | null> = { outside: null, own: base.id, headquarters: headquarters?.id ?? null }
    const [sale, buy] = [sides[order.from], sides[order.to]]
    const voided = order.voidedOn === undefined ? null : at(order.voidedOn)
    const user = order.from === 'headquarters' ? (headquarters?.manager ?? null) : base.manager
    const items = goods.flatMap(({ name, materialId }) =>
      order.items[name] === undefined ? [] : [{ materialId, number: order.items[name] }],
    )
    const id = await insertOrder(trx, { sale, buy, notes: order.notes, user, voided, time }, items)
    const moved = (sign: 1 | -1, cause: string, when: string) => {
      for (const { materialId, number } of items) {
        const change = { material_id: materialId, cause, order_id: id, user_id: user, at: when }
        if (sale !== null) move({ ...change, company_id: sale, change: -sign * number })
        if (buy !== null) move({ ...change, company_id: buy, change: sign * number })
      }
    }
    moved(1, 'order', time)
    if (voided) moved(-1, 'void', voided)
  }
  await sql`insert into company_material(company_id, material_id, number, create_time, update_time)
    select company_id, material_id, sum(change), min(at), max(at) from json_to_recordset(${JSON.stringify(ledger)}::json)
      as given(company_id int, material_id int, change float8, at timestamptz) group by company_id, material_id order by company_id, material_id`.execute(
    trx,
  )
  // Opening entries come before all others in the ledger.
  await writeFitted(trx, goods, at(openingDay))
  await sql`insert into stock_movement(company_id, material_id, cause, order_id, stock_change, fitted_change, stock_after, user_id, at)
    select company_id, material_id, cause, order_id, change, 0, after, user_id, at from json_to_recordset(${JSON.stringify(ledger)}::json)
      as given(company_id int, material_id int, cause text, order_id int, change float8, after float8, user_id int, at timestamptz)`.execute(
    trx,
  )
}

async function writeFitted(trx: Transaction<Database>, goods: readonly DemoStock[], at: string): Promise<void> {
  const numbers = JSON.stringify(
    goods.map(({ materialId, fitted, stock }) => ({ material_id: materialId, fitted, stock })),
  )
  await sql`with part as (
      insert into company_material (company_id, machine_id, material_id, number, create_time, update_time)
      select device.company_id, device.id, material_id, fitted, ${at}::timestamptz, ${at}::timestamptz
      from (select id, company_id, row_number() over (partition by company_id order by id) as place from device) device,
        json_to_recordset(${numbers}::json) as given(material_id int, fitted int)
      where device.place <= ${recordedMachines} and fitted > 0 order by device.id, material_id
      returning company_id, machine_id, material_id, number),
    moved as (
      insert into stock_movement(company_id, material_id, machine_id, cause, stock_change, fitted_change, stock_after, at)
      select company_id, part.material_id, machine_id, 'opening', 0, number, stock, ${at}::timestamptz
      from part join json_to_recordset(${numbers}::json) as given(material_id int, stock int) using (material_id))
    update company_material shelf set fitted = machines.number
    from (select company_id, material_id, sum(number) as number from part group by company_id, material_id) machines
    where shelf.machine_id is null and shelf.company_id = machines.company_id and shelf.material_id = machines.material_id`.execute(
    trx,
  )
}
