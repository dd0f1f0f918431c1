import type { Generated, JSONColumnType } from 'kysely'

/**
 * Facts of a machine other than its operating data; null = never reported. `power_w` in W, `temperature_c` in °C,
 * `fan_rpm` in revolutions per minute.
 */
export type DeviceFactsTable = {
  company_id: number
  device_id: number
  /** The site of the machine, kept by a trigger. */
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
/** The facts before a batch; null = nothing was known. */
export type ImportBeforeFactsTable = { batch_id: number; device_id: number; facts: JSONColumnType<object> | null }

/** The result of a batch for a site; `site_id` 0 = machines without a site. */
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
