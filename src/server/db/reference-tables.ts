import type { Generated, JSONColumnType } from 'kysely'
import type { ImportLayout } from '#shared/catalogue-import/layout.ts'
import type { CataloguePoint, HeatSource } from '#shared/selection/model.ts'
import type { GeneratedInstant, Instant, Stamped } from './column-types.ts'

/** Machine types; each name is also a value of the enum device_type. TH/s, a fraction, and W. */
export type MachineTypeTable = Stamped & {
  id: Generated<number>
  name: string
  target_hash_rate: number
  compliance_share: number
  power_w: number | null
  retired_at: Instant | null
}
export type ProvinceTable = {
  iso: string
  zh: string
  zh_short: string
  en: string
  iso_name: string
  category: string
  position: number
}
/** Climate of a city: m, °C, %, g/kg dry air. `source` names the station and any flag. */
export type CityTable = {
  id: Generated<number>
  name: string
  province: string | null
  altitude: number | null
  avg_temp_summer: number | null
  avg_temp_winter: number | null
  avg_humi_summer: number | null
  avg_humi_winter: number | null
  high_temp_summer: number | null
  max_humidity: number | null
  vent_temp_summer: number | null
  source: string | null
  row_version: Generated<number>
  create_time: GeneratedInstant
  update_time: GeneratedInstant
}
/** Recommended storage: °C and % relative humidity; null = no recommendation. */
export type GoodsTable = {
  key: string
  zh: string
  en: string
  temp_min: number | null
  temp_max: number | null
  rh_min: number | null
  rh_max: number | null
  source: string
  position: number
}
/**
 * A version of the catalogue; a project keeps the version with which it was calculated. `saved_by` is a name, so that
 * it remains after the user is deleted.
 */
export type CatalogueVersionTable = {
  id: Generated<number>
  source: string
  saved_by: string | null
  create_time: GeneratedInstant
}
/** m³/h, kg/h at 20 °C / 60 %, kW, °C of the process air, mm, kg. */
export type CatalogueModelTable = {
  version_id: number
  model: string
  position: number
  family: string
  airflow: number
  /** null = not in the source; at least one of factor, rating and points is set. */
  cap_factor: number | null
  rated_capacity: number | null
  fan_kw: number
  regen_kw: number
  temp_min: number
  temp_max: number
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  weight_kg: number | null
  dims_status: string
  maker: string | null
  sheet: string | null
  sheet_date: string | null
  source: string | null
  points: JSONColumnType<CataloguePoint[]>
  heat_source: HeatSource
  regen_temp: number | null
  regen_airflow: number | null
  price: number | null
  currency: string | null
}

/** The meaning of the headings in a manufacturer's table. */
export type CatalogueLayoutTable = {
  maker: string
  layout: JSONColumnType<ImportLayout>
  saved_by: string
  update_time: Date
}

/** Data that migrations insert and no tenant owns. */
export type ReferenceTables = {
  machine_type: MachineTypeTable
  province: ProvinceTable
  city: CityTable
  goods: GoodsTable
  catalogue_version: CatalogueVersionTable
  catalogue_model: CatalogueModelTable
  catalogue_layout: CatalogueLayoutTable
}
