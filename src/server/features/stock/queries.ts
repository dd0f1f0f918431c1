import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findPage, findShortPage, shownPage } from '#server/db/pages.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Page } from '#shared/paging.ts'
import type { FittedPart, MovementListRequest, MovementRow, StockListRequest, StockRow } from '#shared/stock.ts'

const all = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

/** Return stock by company and goods, the goods of one company in the order of creation. */
export async function findStock(
  db: Kysely<Database>,
  book: PlaceBook,
  companyIds: readonly number[],
  request: StockListRequest,
  timeZone: string,
): Promise<Page<StockRow>> {
  if (companyIds.length === 0) return { data: [], totalCount: 0 }
  const { name, materialId, materialTypeId, modelId, inStock } = request
  const conditions = [sql<boolean>`shelf.machine_id is null and shelf.company_id = any(${companyIds}::int[])`]
  if (name) conditions.push(sql<boolean>`material.name ilike ${containing(name)}`)
  if (materialId !== undefined) conditions.push(sql<boolean>`shelf.material_id = ${materialId}`)
  if (materialTypeId !== undefined) conditions.push(sql<boolean>`material.material_type_id = ${materialTypeId}`)
  if (modelId !== undefined) conditions.push(sql<boolean>`material.model_id = ${modelId}`)
  if (inStock) conditions.push(sql<boolean>`shelf.number > 0`)
  const ofGoods = name || materialTypeId !== undefined || modelId !== undefined
  // Join the names to the rows of the page only.
  const page = await findShortPage<Omit<StockRow, 'company' | 'updateTimeStr'> & { at: Date }>(db, request, {
    // Joining each row to its goods reads more than the rows themselves.
    from: sql`from company_material shelf ${ofGoods ? sql`join material on material.id = shelf.material_id` : sql``} where ${all(conditions)}`,
    columns: sql`shelf.id, shelf.company_id, shelf.material_id, shelf.number, shelf.fitted, shelf.update_time`,
    order: sql`order by array_position(${companyIds}::int[], company_id), material_id`,
    show: (
      shown,
    ) => sql`select shelf.id, shelf.company_id as "companyId", material.id as "materialId", material.name, material.unit,
        material_type.id as "materialTypeId", material_type.name as "materialType", material.model_id as "modelId", model.name as model,
        shelf.number, shelf.fitted, shelf.update_time as at
      from ${shown} shelf join material on material.id = shelf.material_id
      join material_type on material_type.id = material.material_type_id left join model on model.id = material.model_id
      order by array_position(${companyIds}::int[], shelf.company_id), material.id`,
  })
  return shownPage(page, ({ at, ...row }) => ({
    ...row,
    company: book.companies.get(row.companyId)?.name ?? '',
    updateTimeStr: businessTime(at, timeZone),
  }))
}

/** Return the parts of machines by machine, each in the order of fitting. */
export async function partsOfMachines(
  db: Kysely<Database>,
  machineIds: readonly number[],
): Promise<Map<number, FittedPart[]>> {
  const parts = new Map<number, FittedPart[]>()
  if (machineIds.length === 0) return parts
  const { rows } = await sql<
    FittedPart & { machine: number }
  >`select machine_id as machine, material.id as "materialId", material.name, material.unit, number
    from company_material join material on material.id = company_material.material_id
    where machine_id = any(${machineIds}::int[]) order by company_material.id`.execute(db)
  for (const { machine, ...part } of rows) parts.set(machine, [...(parts.get(machine) ?? []), part])
  return parts
}

/**
 * Return the ledger of one kind of goods in one company, the newest first.
 * @throws AppError TOO_WIDE for a page beyond the counted moves
 */
export async function findMovements(
  db: Kysely<Database>,
  request: MovementListRequest,
  timeZone: string,
): Promise<Page<MovementRow>> {
  const shelf = sql`company_id = ${request.companyId} and material_id = ${request.materialId}`
  const page = await findPage<Omit<MovementRow, 'timeStr' | 'id'> & { id: string; at: Date }>(db, request, {
    from: sql`from stock_movement where ${shelf}`,
    order: sql`order by id desc`,
    // Select the rows of the page first: with tenants on several nodes, a join from the ledger would read all machines.
    show: (shown) => sql`with move as materialized (select * from ${shown} shown)
      select move.id, move.at, move.cause, stock_change as "stockChange", fitted_change as "fittedChange",
        stock_after as "stockAfter", order_id as "orderId", machine_id as "machineId", device.serial, move.notes, app_user.name as person
      from move
      left join (select id, serial from device where id in (select machine_id from move)) device on device.id = move.machine_id left join app_user on app_user.id = move.user_id order by move.id desc`,
  })
  return shownPage(page, ({ at, id, ...row }) => ({ ...row, id: Number(id), timeStr: businessTime(at, timeZone) }))
}
