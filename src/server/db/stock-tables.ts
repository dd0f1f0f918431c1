import type { Generated } from 'kysely'
import type { GeneratedInstant, Instant, Stamped } from './column-types.ts'

/** Goods out (出库) or in (入库); null = the other side is external: a supplier, or a consumer of the goods. */
export type CompanyMaterialOrderTable = Stamped & {
  id: Generated<number>
  type: '出库' | '入库'
  buy_company_id: number | null
  sale_company_id: number | null
  notes: string | null
  user_id: number | null
  /** An order that the same user sends again with the same key is the same order. */
  request_key: string | null
  voided_at: Instant | null
  voided_by: number | null
  void_reason: string | null
}
export type CompanyMaterialOrderItemTable = { order_id: number; material_id: number; number: number }
/** The ledger: the sums of its changes are the quantities in company_material. */
export type StockMovementTable = {
  id: Generated<string>
  company_id: number
  material_id: number
  machine_id: number | null
  cause: 'opening' | 'order' | 'update' | 'void' | 'fit' | 'clear' | 'gone'
  order_id: number | null
  stock_change: number
  fitted_change: number
  stock_after: number
  notes: string | null
  user_id: number | null
  at: GeneratedInstant
}

export type StockTables = {
  company_material_order: CompanyMaterialOrderTable
  company_material_order_item: CompanyMaterialOrderItemTable
  stock_movement: StockMovementTable
}
