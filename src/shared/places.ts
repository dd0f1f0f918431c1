import { z } from 'zod'
import type { Picture } from './attachments.ts'
import { ExportFormat } from './devices.ts'
import { camelCase, OrderWay, Paging } from './paging.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

const Name = unlimited(z.string().trim().max(64))

/** The documented eight counts of a place, and the scrapped devices. */
export const placeCounts = [
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
export type PlaceCount = (typeof placeCounts)[number]
export type PlaceCounts = Record<PlaceCount, number>

export const siteSortColumns = ['id', 'name', 'province', ...placeCounts] as const
export const clientSortColumns = ['id', 'name', 'province', 'company', ...placeCounts] as const
export const accountSortColumns = ['id', 'name', 'client', 'site', ...placeCounts] as const
const orderColumn = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  unlimited(z.preprocess((value) => (typeof value === 'string' ? camelCase(value) : value), z.enum(columns)))

/** The headquarters of a choice, few enough for one page. */
export const CenterListRequest = closedRequest({ ...Paging.shape, name: Name })

/** `province` = any of its names; the bars of the dashboard link to it. */
export const SiteListRequest = closedRequest({
  ...Paging.shape,
  name: Name,
  companyId: unlimited(Id),
  province: Name,
  orderColumn: orderColumn(siteSortColumns),
  orderWay: OrderWay,
})
export type SiteListRequest = z.output<typeof SiteListRequest>
/** A user's filters and order of the list. */
export const SiteFilters = SiteListRequest.pick({ name: true, province: true, orderColumn: true, orderWay: true })
export type SiteRow = { id: number; name: string; province: string | null } & PlaceCounts

export const ClientListRequest = closedRequest({
  ...Paging.shape,
  name: Name,
  companyId: unlimited(Id),
  orderColumn: orderColumn(clientSortColumns),
  orderWay: OrderWay,
})
export type ClientListRequest = z.output<typeof ClientListRequest>
/** A user's filters and order of the list. */
export const ClientFilters = ClientListRequest.pick({ name: true, orderColumn: true, orderWay: true })
export type ClientRow = {
  id: number
  name: string
  companyId: number
  company: string
  province: string | null
} & PlaceCounts

export const AccountListRequest = closedRequest({
  ...Paging.shape,
  name: Name,
  clientId: unlimited(Id),
  siteId: unlimited(Id),
  companyId: unlimited(Id),
  orderColumn: orderColumn(accountSortColumns),
  orderWay: OrderWay,
})
export type AccountListRequest = z.output<typeof AccountListRequest>
export type AccountRow = {
  id: number
  name: string
  clientId: number
  client: string
  siteId: number | null
  site: string | null
} & PlaceCounts

const fileFields = { format: unlimited(ExportFormat).transform((format) => format ?? 'csv'), language: LanguageField }
const { page: _page, size: _size, ...siteFilters } = SiteListRequest.shape
const { page: _clientPage, size: _clientSize, ...clientFilters } = ClientListRequest.shape
const { page: _accountPage, size: _accountSize, ...accountFilters } = AccountListRequest.shape
/** Columns of the tables and of their files, in order. */
export const siteColumns = ['name', 'province', ...placeCounts] as const
export const clientColumns = ['name', 'company', 'province', ...placeCounts] as const
export const accountColumns = ['name', 'client', 'site', ...placeCounts] as const
/** A list, or one text with commas, as in an address. */
const columnsOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  unlimited(
    z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(z.enum(names)).min(1)),
  )
export const SiteExportRequest = closedRequest({ ...siteFilters, ...fileFields, columns: columnsOf(siteColumns) })
export type SiteExportRequest = z.output<typeof SiteExportRequest>
export const ClientExportRequest = closedRequest({ ...clientFilters, ...fileFields, columns: columnsOf(clientColumns) })
export type ClientExportRequest = z.output<typeof ClientExportRequest>
export const AccountExportRequest = closedRequest({
  ...accountFilters,
  ...fileFields,
  columns: columnsOf(accountColumns),
})
export type AccountExportRequest = z.output<typeof AccountExportRequest>

type Pictures = { smallPicId: number | null; picId: number | null; smallPic: Picture | null; pic: Picture | null }
type Address = { province: string | null; city: string | null; region: string | null }
/** A site with the fields of its form; fields for the staff are null for other readers. */
export type SiteDetail = {
  id: number
  name: string
  kind: 'headquarters' | 'base'
  domain: string | null
  superCompanyId: number | null
  superCompany: string | null
} & Address &
  Pictures & {
    /** User seats, and the number of free ones. */
    totalNumber: number | null
    remainNumber: number | null
    /** Its sub-accounts that the caller may see. */
    accounts: number[]
    rowVersion: number
  } & PlaceCounts
export type ClientDetail = {
  id: number
  name: string
  companyId: number
  company: string
  accounts: number[]
  rowVersion: number
} & Address &
  Pictures &
  PlaceCounts
export type AccountDetail = AccountRow & { rowVersion: number }
/** A choice in a form. */
export type NamedPlace = { id: number; name: string }

/** The site or client in the form; 0 = a new one. */
export const UnassignedRequest = z.object({
  id: z.preprocess((value) => (value === '0' ? 0 : value), z.union([z.literal(0), Id])),
})

/** A site in the bin. Instants are ISO 8601; `restorableUntil` = when it is finally removed. */
export type DeletedSite = {
  id: number
  name: string
  sites: number
  users: number
  devices: number
  actor: string
  deletedAt: string
  restorableUntil: string
}
export type SiteDeletion = { id: number; users: number; devices: number; restorableUntil: string }
/**
 * A client in the bin, or a sub-account deleted alone; `client` = the client of the sub-account, `accounts` = number of
 * sub-accounts that a restore brings back.
 */
export type DeletedOwner = {
  kind: 'client' | 'account'
  id: number
  name: string
  client: string | null
  company: string
  accounts: number
  actor: string
  deletedAt: string
  restorableUntil: string
}
/** Days for which a deleted site, client or sub-account can be restored. Source: trust.md, trap 12 */
export const siteBinDays = 30
