import { z } from 'zod'
import { camelCase, Id, OrderWay, Paging, unlimited } from './paging.ts'

const Name = unlimited(z.string().trim().max(64))

export const siteSortColumns = [
  'id',
  'name',
  'province',
  'totalDeviceCount',
  'normalDeviceCount',
  'lowDeviceCount',
  'warnDeviceCount',
  'offlineDeviceCount',
  'repairingDeviceCount',
  'repairedDeviceCount',
  'lostDeviceCount',
  'scrapDeviceCount',
] as const
export const SiteListRequest = Paging.extend({
  name: Name,
  companyId: unlimited(Id),
  orderColumn: unlimited(z.preprocess((value) => (typeof value === 'string' ? camelCase(value) : value), z.enum(siteSortColumns))),
  orderWay: OrderWay,
})
export type SiteListRequest = z.output<typeof SiteListRequest>
export type SiteRow = {
  id: number
  name: string
  province: string | null
  totalDeviceCount: number
  normalDeviceCount: number
  lowDeviceCount: number
  warnDeviceCount: number
  offlineDeviceCount: number
  repairingDeviceCount: number
  repairedDeviceCount: number
  lostDeviceCount: number
  scrapDeviceCount: number
}

export const ClientListRequest = Paging.extend({ name: Name, companyId: unlimited(Id) })
export type ClientListRequest = z.output<typeof ClientListRequest>
export type ClientRow = { id: number; name: string; companyId: number; company: string; province: string | null }

export const AccountListRequest = Paging.extend({ name: Name, clientId: unlimited(Id), siteId: unlimited(Id), companyId: unlimited(Id) })
export type AccountListRequest = z.output<typeof AccountListRequest>
export type AccountRow = { id: number; name: string; clientId: number; client: string; siteId: number | null; site: string | null }
