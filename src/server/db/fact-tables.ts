import type { Generated, JSONColumnType } from 'kysely'

/** What is told of a machine besides how it runs; null = nobody has told. `power_w` in W, `temperature_c` in °C, `fan_rpm` in turns a minute. */
export type DeviceFactsTable = {
  company_id: number
  device_id: number
  /** Where the machine is; a trigger follows it. */
  site_id: number | null
  hall: string | null
  rack: string | null
  shelf: string | null
  ip: string | null
  mac: string | null
  firmware: string | null
  power_w: number | null
  temperature_c: number | null
  fan_rpm: number | null
  note: string | null
  tags: string[] | null
}
/** What a batch found of them; null = nothing was known. */
export type ImportBeforeFactsTable = { batch_id: number; device_id: number; facts: JSONColumnType<object> | null }

/** What a batch did to a site; `site_id` 0 = machines without one. */
export type ImportBatchSiteTable = {
  batch_id: number
  company_id: number
  site_id: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  machines: number
  machines_undone: Generated<number>
  transitions: JSONColumnType<object>
}

export type FactTables = {
  device_facts: DeviceFactsTable
  import_before_facts: ImportBeforeFactsTable
  import_batch_site: ImportBatchSiteTable
}
