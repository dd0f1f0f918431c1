import type { Client } from '#cli/connect.ts'
import { byteOrderMark, csvLines, neutral } from '#shared/csv.ts'
import { type Format, jsonArray, pageSize } from './export-options.ts'

type Row = Record<string, string | number | boolean | null>
type Find = (client: Client, page: number, filters?: object) => Promise<{ data: Row[] }>
export type PlaceList = { name: 'sites' | 'clients' | 'accounts'; columns: string[]; find: Find }

/** Sub-accounts, which have no file of the server's own. */
export const accountList: PlaceList = {
  name: 'accounts',
  columns: ['id', 'name', 'clientId', 'client', 'siteId', 'site'],
  find: (client, page, filters = {}) => client.accounts.find.query({ ...filters, page, size: pageSize }),
}

/** Lists of places, with the columns of their files: the names of the interface, so that programs can rely on them. */
export const placeLists: readonly PlaceList[] = [
  {
    name: 'sites',
    columns: ['id', 'name', 'province', 'totalDeviceCount', 'normalDeviceCount', 'lowDeviceCount', 'warnDeviceCount', 'offlineDeviceCount'].concat([
      'repairingDeviceCount',
      'repairedDeviceCount',
      'lostDeviceCount',
      'scrapDeviceCount',
    ]),
    find: (client, page, filters = {}) => client.sites.find.query({ ...filters, page, size: pageSize }),
  },
  {
    name: 'clients',
    columns: ['id', 'name', 'companyId', 'company', 'province'],
    find: (client, page, filters = {}) => client.clients.find.query({ ...filters, page, size: pageSize }),
  },
  accountList,
]

const cellOf = (value: Row[string] | undefined): string | number | null => (typeof value === 'boolean' ? String(value) : (value ?? null))

async function* csv(columns: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string, void, unknown> {
  yield byteOrderMark + csvLines([columns])
  for await (const rows of pages) yield csvLines(rows.map((row) => columns.map((column) => cellOf(row[column]))))
}

async function* sheet(format: 'xls' | 'xlsx', name: string, columns: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array, void, unknown> {
  const { workbook } = await import('#cli/connect.ts')
  const rows: (string | number | null)[][] = []
  for await (const page of pages) rows.push(...page.map((row) => columns.map((column) => neutral(cellOf(row[column])))))
  yield await workbook(format, name, columns, rows)
}

/** The rows of a list as a file of that format. */
export function placeFile({ name, columns }: PlaceList, format: Format, pages: AsyncIterable<Row[]>): AsyncGenerator<string | Uint8Array, void, unknown> {
  return format === 'json' ? jsonArray(pages) : format === 'csv' ? csv(columns, pages) : sheet(format, name, columns, pages)
}
