import { sql } from 'kysely'
import { expect } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, type UserValues } from './factories.ts'

/** Provide a base with parts in stock, and the check that its stock and its ledger agree. */
export function useMachineParts(database: ReturnType<typeof useDatabase>) {
  const callerAs = async (given: UserValues = {}) =>
    buildCallerAs(database.db, given, { services: { audit: createAudit() } })
  type Caller = Awaited<ReturnType<typeof callerAs>>

  async function setUp() {
    const company = await buildCompany(database.db, { name: '东基地' })
    const admin = await callerAs()
    const { id: materialTypeId } = await admin.materialTypes.save({ name: '电气件' })
    const fan = await admin.materials.save({ name: '风扇', materialTypeId, unit: '个' })
    const board = await admin.materials.save({ name: '算力板', materialTypeId, unit: '块' })
    const base = await callerAs({ nick_name: '基地负责人', company_id: company.id })
    await base.orders.save({
      type: '入库',
      items: [
        { materialId: fan.id, number: 10 },
        { materialId: board.id, number: 5 },
      ],
    })
    return { company, admin, base, fan, board }
  }
  const shelfOf = async (caller: Caller) =>
    Object.fromEntries((await caller.stock.find({})).data.map(({ name, number, fitted }) => [name, [number, fitted]]))

  /** Check that quantities are the sums of their movements, none is negative, and the installed parts agree. */
  async function expectBalanced(): Promise<void> {
    const { rows } = await sql`select * from (
      select company_id, material_id, sum(stock_change) as stock, sum(fitted_change) as fitted from stock_movement group by company_id, material_id) ledger
    full join (select company_id, material_id, number, fitted from company_material where machine_id is null) shelf using (company_id, material_id)
    where abs(coalesce(ledger.stock, 0) - shelf.number) > 0.0001 or abs(coalesce(ledger.fitted, 0) - shelf.fitted) > 0.0001 or shelf.number is null
      or shelf.number < 0`.execute(database.db)
    expect(rows).toEqual([])
    const fitted = await sql`select * from (
      select machine_id, material_id, sum(fitted_change) as fitted from stock_movement where machine_id is not null group by machine_id, material_id) ledger
    full join (select machine_id, material_id, number from company_material where machine_id is not null) part using (machine_id, material_id)
    where abs(coalesce(ledger.fitted, 0) - coalesce(part.number, 0)) > 0.0001`.execute(database.db)
    expect(fitted.rows).toEqual([])
  }
  return { setUp, shelfOf, expectBalanced, callerAs }
}
