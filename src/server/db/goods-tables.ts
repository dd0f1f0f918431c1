import type { Generated } from 'kysely'
import type { Stamped } from './columns.ts'

/** A name that goods or comments are sorted under. */
export type NamedTable = Stamped & { id: Generated<number>; name: string }
export type MaterialTable = Stamped & {
  id: Generated<number>
  name: string
  material_type_id: number
  model_id: number | null
  unit: string | null
}
/** Goods of a tenant: in stock where `machine_id` is null, otherwise fitted in that device. `number` in the unit of the material. */
export type CompanyMaterialTable = Stamped & {
  id: Generated<number>
  company_id: number
  machine_id: number | null
  material_id: number
  number: number
  /** On the row of the stock alone: what of the material is fitted in the machines of the tenant. */
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
