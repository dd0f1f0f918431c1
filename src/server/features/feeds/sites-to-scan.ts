import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import { serialKeySql, withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { serialKey } from '#shared/devices.ts'

const sampled = 16
const leastSerials = 500
/** Scanning a site reads at most one page a device, looking up a serial reads four. */
const devicesASerial = 2

export type ScannedSite = { companyId: number; siteId: number }

/**
 * Return the sites whose devices are scanned for these serials, because looking up each serial would read more: most
 * feeds name most devices of one site. A sample of the serials tells which one. None = look up, also where older
 * databases have one serial twice.
 */
export async function sitesToScan(
  trx: Transaction<Database>,
  keys: readonly string[],
  { territory, embedded }: { territory: Territory; embedded: boolean },
): Promise<ScannedSite[]> {
  if (embedded || territory.spread || keys.length < leastSerials) return []
  const step = Math.floor(keys.length / sampled)
  const { rows } = await sql<ScannedSite & { devices: number | null }>`
    select s.company_id as "companyId", s.site_id as "siteId", p.devices from (
      select distinct company_id, site_id from device
      where ${withSerials(keys.filter((_, index) => index % step === 0))} and to_regclass('device_serial_twins') is null) s
    left join device_place_count p on p.company_id = s.company_id and p.kind = 'site' and p.place_id = s.site_id`.execute(
    trx,
  )
  const all = rows.reduce((sum, { devices }) => sum + (devices ?? Number.POSITIVE_INFINITY), 0)
  return all <= keys.length * devicesASerial ? rows : []
}

/**
 * Select the devices with these serials: those of the sites by a scan, the others by the index of serials. `offset 0`
 * keeps the planner from reading that index for all serials beside the scan.
 */
export const scannedDevices = (keys: readonly string[], sites: readonly ScannedSite[]): RawBuilder<unknown> => sql`(
  with scanned as materialized (
    select * from (
      select * from device where company_id = any(${sites.map(({ companyId }) => companyId)}::int[])
        and site_id = any(${sites.map(({ siteId }) => siteId)}::int[]) offset 0) d
    where ${withSerials(keys)})
  select * from scanned union all
  select * from device where ${serialKeySql()} = any(array(select unnest(${keys.map(serialKey)}::text[]) except select ${serialKeySql()} from scanned)))`
