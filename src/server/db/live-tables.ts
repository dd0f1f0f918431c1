import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'

/** A site that reports by the live endpoint; `alive_since` = start of the reports without a pause. */
type LiveSiteTable = {
  site_id: number
  company_id: number
  last_report_at: Instant
  received_at: Instant
  alive_since: Instant
}
/**
 * Reports of an hour that is not yet saved, one row for each request: the values of each machine, and the second of the
 * hour.
 */
type LiveReportTable = {
  id: Generated<string>
  company_id: number
  site_id: number
  /** The batch that contains the reports; null = they arrived too late for a batch. */
  batch_id: number | null
  hour: Instant
  device_ids: number[]
  seconds: number[]
  /** TH/s; 0 = none reported. */
  hash_rates: number[]
  /** W */
  powers: (number | null)[]
}
/** Twelve values of a machine for one hour, one for every five minutes; null = no report. TH/s and W. */
type DeviceHourTable = {
  company_id: number
  device_id: number
  hour: Instant
  hash: (number | null)[]
  power: (number | null)[] | null
}
export type LiveTables = { live_site: LiveSiteTable; live_report: LiveReportTable; device_hour: DeviceHourTable }
