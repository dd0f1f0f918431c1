import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** A site that reports by the live door; `alive_since` = since when it has done so without a pause. */
type LiveSiteTable = {
  site_id: number
  company_id: number
  last_report_at: Instant
  received_at: Instant
  alive_since: Instant
}
/** Reports of an hour that is not written yet, one row for each request: what each machine told, and at which second of the hour. */
type LiveReportTable = {
  id: Generated<string>
  company_id: number
  site_id: number
  /** The batch that the reports are part of; null = they came too late for one. */
  batch_id: number | null
  hour: Instant
  device_ids: number[]
  seconds: number[]
  /** TH/s; 0 = it reported none. */
  hash_rates: number[]
  /** W */
  powers: (number | null)[]
}
/** Twelve figures of an hour of a machine, one for every five minutes; null = no report. TH/s and W. */
type DeviceHourTable = {
  company_id: number
  device_id: number
  hour: Instant
  hash: (number | null)[]
  power: (number | null)[] | null
}
export type LiveTables = { live_site: LiveSiteTable; live_report: LiveReportTable; device_hour: DeviceHourTable }
