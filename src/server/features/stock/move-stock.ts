import { sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { StockMovementTable } from '#server/db/stock-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { stockNumber } from '#shared/stock.ts'

/**
 * A change of a company's stock in the warehouse, or with `machineId` a movement between the warehouse and a machine.
 */
export type Move = {
  companyId: number
  materialId: number
  stock: number
  /** The part of `stock` that reverses an order's earlier version: a refusal reports the need without it. */
  back?: number
  machineId?: number
  fitted?: number
  partNotes?: string | null | undefined
}
export type MoveOrigin = {
  cause: StockMovementTable['cause']
  at: Date
  userId: number | null
  language: Language
  orderId?: number
  notes?: string | null
}

/**
 * Lock the stock of these companies, always in the same order, to avoid deadlocks. Call it before reading data that
 * decides about a move.
 */
export async function lockStock(trx: Transaction<Database>, companyIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(companyIds)].sort((left, right) => left - right))
    await sql`select ${lock('stock', id)}`.execute(trx)
}

/** Combine moves of the same goods in the same warehouse or machine; drop those that sum to zero. */
function netOf(moves: readonly Move[]): Move[] {
  const net = new Map<string, Move>()
  for (const move of moves) {
    const key = `${move.companyId}:${move.materialId}:${move.machineId ?? ''}`
    const same = net.get(key)
    net.set(key, {
      ...move,
      stock: stockNumber((same?.stock ?? 0) + move.stock),
      back: stockNumber((same?.back ?? 0) + (move.back ?? 0)),
      ...(move.machineId === undefined ? {} : { fitted: stockNumber((same?.fitted ?? 0) + (move.fitted ?? 0)) }),
    })
  }
  return [...net.values()].filter(
    ({ stock, fitted = 0, partNotes }) => stock !== 0 || fitted !== 0 || partNotes !== undefined,
  )
}

type Shelf = { company_id: number; material_id: number; number: number; fitted: number }
type Short = Shelf & { needed: number }
/**
 * Return the available and the needed amount; for a changed order, as if it had not been entered yet, where possible.
 */
function shortOf(shelf: Shelf, stock: number, back: number): Short {
  const [there, needed] = [stockNumber(shelf.number + back), stockNumber(back - stock)]
  return there >= 0 && needed > 0 ? { ...shelf, number: there, needed } : { ...shelf, needed: -stock }
}

/** Create one sentence that names each of the missing goods and its company. */
async function refusalOf(trx: Transaction<Database>, short: readonly Short[], language: Language): Promise<AppError> {
  const named = await trx
    .selectFrom('material')
    .select(['id', 'name', 'unit'])
    .where(
      'id',
      'in',
      short.map(({ material_id }) => material_id),
    )
    .execute()
  const companies = await trx
    .selectFrom('company')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      short.map(({ company_id }) => company_id),
    )
    .execute()
  const goods = short.map(({ material_id, company_id, number, needed }) => {
    const material = named.find(({ id }) => id === material_id)
    const company = companies.find(({ id }) => id === company_id)?.name ?? ''
    return word(language, 'stock.short', {
      goods: material?.name ?? '',
      company,
      there: number,
      needed,
      unit: material?.unit ?? '',
    })
  })
  return new AppError('STOCK_SHORT', { values: { goods: goods.join(word(language, 'stock.shortAnd')) } })
}

/**
 * Write stock, fitted parts and their ledger; nothing else writes them. Applies all of the moves, or none. Call
 * `lockStock` for their companies first.
 * @throws AppError STOCK_SHORT, naming the goods, when a stock would become negative
 */
export async function moveStock(trx: Transaction<Database>, moves: readonly Move[], origin: MoveOrigin): Promise<void> {
  const net = netOf(moves)
  if (net.length === 0) return
  const column = <Value>(read: (move: Move) => Value) => net.map(read)
  const wanted = sql`unnest(${column(({ companyId }) => companyId)}::int[], ${column(({ materialId }) => materialId)}::int[]) as wanted(company_id, material_id)`
  const { rows } = await sql<Shelf>`select company_id, material_id, number, fitted from company_material
    where machine_id is null and (company_id, material_id) in (select company_id, material_id from ${wanted})`.execute(
    trx,
  )
  const shelves = new Map(rows.map((row) => [`${row.company_id}:${row.material_id}`, row]))
  const short = new Map<string, Short>()
  const after = net.map(({ companyId, materialId, stock, back = 0, fitted = 0 }) => {
    const key = `${companyId}:${materialId}`
    const shelf = shelves.get(key) ?? { company_id: companyId, material_id: materialId, number: 0, fitted: 0 }
    const next = { ...shelf, number: stockNumber(shelf.number + stock), fitted: stockNumber(shelf.fitted + fitted) }
    if (next.number < 0) short.set(key, shortOf(shelf, stock, back))
    else shelves.set(key, next)
    return next.number
  })
  if (short.size > 0) throw await refusalOf(trx, [...short.values()], origin.language)
  const last = [...new Set(net.map(({ companyId, materialId }) => `${companyId}:${materialId}`))].flatMap(
    (key) => shelves.get(key) ?? [],
  )
  await sql`insert into company_material(company_id, material_id, number, fitted, create_time, update_time)
    select row.*, ${origin.at}::timestamptz, ${origin.at}::timestamptz
    from unnest(${last.map((row) => row.company_id)}::int[], ${last.map((row) => row.material_id)}::int[], ${last.map((row) => row.number)}::float8[],
      ${last.map((row) => row.fitted)}::float8[]) as row
    on conflict (company_id, coalesce(machine_id, 0), material_id) do update
      set number = excluded.number, fitted = excluded.fitted, update_time = excluded.update_time, row_version = company_material.row_version + 1`.execute(
    trx,
  )
  await writeParts(trx, net, origin.at)
  await sql`insert into stock_movement(company_id, material_id, machine_id, cause, order_id, stock_change, fitted_change, stock_after, notes, user_id, at)
    select company_id, material_id, machine_id, ${origin.cause}::text, ${origin.orderId ?? null}::int, stock_change, fitted_change, stock_after,
      ${origin.notes ?? null}::text, ${origin.userId}::int, ${origin.at}::timestamptz
    from unnest(${column(({ companyId }) => companyId)}::int[], ${column(({ materialId }) => materialId)}::int[],
      ${column(({ machineId }) => machineId ?? null)}::int[], ${column(({ stock }) => stock)}::float8[],
      ${column(({ fitted }) => fitted ?? 0)}::float8[], ${after}::float8[])
      with ordinality as move(company_id, material_id, machine_id, stock_change, fitted_change, stock_after, place)
    where stock_change <> 0 or fitted_change <> 0 order by place`.execute(trx)
}

/** Update the parts of machines; delete the row of a part with amount zero. Notes change only where they are given. */
async function writeParts(trx: Transaction<Database>, net: readonly Move[], at: Date): Promise<void> {
  const fitted = net.filter(({ machineId }) => machineId !== undefined)
  if (fitted.length === 0) return
  const column = <Value>(read: (move: Move) => Value) => fitted.map(read)
  const machines = column(({ machineId }) => machineId)
  const moves = sql`unnest(${column(({ companyId }) => companyId)}::int[], ${machines}::int[], ${column(({ materialId }) => materialId)}::int[],
    ${column((move) => move.fitted ?? 0)}::float8[], ${column(({ partNotes }) => partNotes ?? null)}::text[],
    ${column(({ partNotes }) => partNotes !== undefined)}::boolean[]) as move(company_id, machine_id, material_id, fitted, notes, noted)`
  const same = sql`part.machine_id = move.machine_id and part.material_id = move.material_id`
  await sql`update company_material part set number = round((part.number + move.fitted)::numeric, 3)::float8,
      notes = case when move.noted then move.notes else part.notes end, update_time = ${at}::timestamptz, row_version = part.row_version + 1
    from ${moves} where ${same}`.execute(trx)
  await sql`insert into company_material(company_id, machine_id, material_id, number, notes, create_time, update_time)
    select company_id, machine_id, material_id, fitted, notes, ${at}::timestamptz, ${at}::timestamptz
    from ${moves} where fitted > 0 and not exists (select from company_material part where ${same})`.execute(trx)
  await sql`delete from company_material where machine_id = any(${machines}::int[]) and number = 0`.execute(trx)
}
