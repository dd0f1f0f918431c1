import type { Generated } from 'kysely'
import type { DeviceState, DeviceType } from '#shared/devices.ts'

export type ImportCoverageTable = {
  business_date: string
  site_id: number
  company_id: number
  expected: number
  reported: number
  status: 'complete' | 'partial' | 'missing'
  batch_id: number | null
}

export type DeviceDailyTable = {
  business_date: string
  device_id: number
  company_id: number
  /** 0 = none; the same for account and site. */
  client_id: Generated<number>
  account_id: Generated<number>
  site_id: Generated<number>
  type: DeviceType
  state: DeviceState
  /** true, false, or null = the feed of the site is missing. */
  reported: boolean | null
  ever_reported: boolean
  /** TH/s */
  hash_avg: number | null
  hash_target: number
  compliant: Generated<boolean>
  batch_id: number | null
}
/** Sums of a roll-up row; in_service, online and compliant count only devices whose day is known. */
export type DailySums = Record<
  'total' | DeviceState | 'in_service' | 'online' | 'compliant' | 'unknown' | 'hash_sum' | 'target_sum',
  number
>
/** Devices in service that a feed of the day reported; null on days before this was counted. */
type Reported = { reported: number | null }
export type DailyLeafTable = DailySums &
  Reported & {
    company_id: number
    client_id: number
    account_id: number
    site_id: number
    type: DeviceType
    business_date: string
  }
export type DailyScopeTable = DailySums &
  Reported & {
    kind: 'all' | 'company' | 'client' | 'account' | 'site'
    scope_id: number
    company_id: number
    business_date: string
  }
/** Sums of whole tenants by machine type; company 0 = all tenants. */
export type DailyTypeTable = DailySums & { company_id: number; type: DeviceType; business_date: string }
export type DeviceCountTable = {
  company_id: number
  type: DeviceType
  state: DeviceState
  repair_times: number
  active_worker_state: boolean
  devices: number
}
/** The same counts by owner and site; 0 = none. */
export type DeviceLeafCountTable = DeviceCountTable & { client_id: number; account_id: number; site_id: number }
/** Number of devices that a client, account or site has in a tenant, in total and by state; place 0 = none. */
export type DevicePlaceCountTable = {
  company_id: number
  kind: DailyScopeTable['kind']
  place_id: number
  devices: number
} & Record<DeviceState, number>
