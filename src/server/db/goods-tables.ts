import type { Generated } from 'kysely'
import type { Stamped } from './column-types.ts'

/** A name that groups goods or comments. */
export type NamedTable = Stamped & { id: Generated<number>; name: string }
export type MaterialTable = Stamped & {
  id: Generated<number>
  name: string
  material_type_id: number
  model_id: number | null
  unit: string | null
}
/**
 * Goods of a tenant: in stock if `machine_id` is null, otherwise installed in that device. `number` in the unit of the
 * material.
 */
export type CompanyMaterialTable = Stamped & {
  id: Generated<number>
  company_id: number
  machine_id: number | null
  material_id: number
  number: number
  /** Only on the row of the stock: the quantity of the material installed in the tenant's machines. */
  fitted: Generated<number>
  notes: string | null
}

export type GoodsTables = {
  /** Large categories. */
  material_type: NamedTable
  /** Scales and small categories. */
  model: NamedTable
  tag_type: NamedTable
  material: MaterialTable
  company_material: CompanyMaterialTable
}
