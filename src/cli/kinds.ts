import { filteredFacts } from '#shared/device-facts.ts'
import type { Client } from './connect.ts'
import { allPages, type Pages, pageSize, type Source } from './export.ts'
import { wrongUse } from './failure.ts'
import { type Fields, type FilterName, rangeOf } from './filters.ts'
import { remark } from './output.ts'
import { rowFields } from './row-fields.ts'
import type { Terminal } from './settings.ts'

/** The request of a file: filters, format, language, columns. */
type FileRequest = Fields & { format: string; language: string; columns?: string[] }
type File = (client: Client, request: FileRequest) => ReturnType<Source['file']>
type List = (
  client: Client,
  fields: Fields & { page: number; size: number },
) => Promise<{ data: object[]; totalCount?: number; totalCapped?: boolean }>
/** The two days of --from and --to: their field, or the fields used without them. */
type Range = { field: Parameters<typeof rangeOf>[1]; usual?: (client: Client, terminal: Terminal) => Promise<Fields> }
type Kind = {
  filters: readonly FilterName[]
  file: File
  list?: List
  range?: Range
  basis?: true
  fields?: Readonly<Record<string, string>>
}

/** Pass filters on as typed; the schema of the procedure checks them. */
const as = <Input>(request: object): Input => request as Input
const byId = { orderColumn: 'id', orderWay: 'asc' }

const partsAsked = new WeakMap<Client, Promise<Map<number, unknown[]>>>()
/** Return the parts installed in each machine, read once for all pages of a list. */
function partsOf(client: Client): Promise<Map<number, unknown[]>> {
  const parts = partsAsked.get(client) ?? readParts(client)
  partsAsked.set(client, parts)
  return parts
}

async function readParts(client: Client): Promise<Map<number, unknown[]>> {
  const parts = new Map<number, unknown[]>()
  for await (const rows of allPages((page) => client.stock.machines.query({ page, size: pageSize })))
    for (const row of rows) parts.set(row.machineId, row.parts)
  return parts
}

const usualDays = 7
/** Return the last seven business days and print a notice: a file with less than everything must not look complete. */
async function lastDays(client: Client, { say }: Terminal): Promise<Fields> {
  const [date, { addDays }] = await Promise.all([client.charts.lastDate.query(), import('#shared/dates.ts')])
  if (!date) return {}
  const from = addDays(date, 1 - usualDays)
  remark(say('cli.data.usualRange', { from, to: date }))
  return { businessDateQuery: [from, date] }
}
const businessDays: Range = { field: 'businessDateQuery', usual: lastDays }

const territory: readonly FilterName[] = ['company', 'client', 'account', 'site', 'type']
const countedFilters: readonly FilterName[] = [
  ...territory,
  'state',
  'repair-times',
  'serial',
  'worker-active',
  'province',
  'name',
  ...filteredFacts,
]
const deviceFilters: readonly FilterName[] = [...countedFilters, 'order', 'way']
/** The filters of the device list if `--client` and similar options name the new owners. */
export const chosenFilters: readonly FilterName[] = [
  ...(['from-company', 'from-client', 'from-account', 'from-site'] as const),
  ...countedFilters.filter((name) => !territory.includes(name) || name === 'type'),
]

/** Every kind of data that can be exported as a file, by its name in `data export --kind`. */
export const kinds = {
  device: {
    filters: deviceFilters,
    file: (client, request) => client.devices.export.query(as(request)),
    // Read in order of id, so that a device that changes meanwhile is neither missed nor repeated.
    list: (client, fields) => client.devices.find.query(as({ ...byId, ...fields })),
  },
  machine: {
    filters: deviceFilters,
    file: (client, request) => client.devices.exportMachines.query(as(request)),
    list: async (client, fields) => {
      const { data, ...counted } = await client.devices.find.query(as({ ...byId, ...fields }))
      const parts = await partsOf(client)
      return { ...counted, data: data.map((device) => ({ ...device, parts: parts.get(device.id) ?? [] })) }
    },
  },
  repair: {
    filters: ['company', 'client', 'account', 'site', 'type', 'serial', 'worklist', 'with-voided'],
    fields: { serial: 'deviceSerial' },
    file: (client, request) => client.repairs.export.query(as(request)),
    list: (client, fields) => client.repairs.find.query(as({ ...byId, ...fields })),
    range: { field: 'repairDateQuery' },
  },
  site: {
    filters: ['company', 'name', 'province', 'order', 'way'],
    file: (client, request) => client.sites.export.query(as(request)),
    list: (client, fields) => client.sites.find.query(as(fields)),
  },
  client: {
    filters: ['company', 'name', 'order', 'way'],
    file: (client, request) => client.clients.export.query(as(request)),
    list: (client, fields) => client.clients.find.query(as(fields)),
  },
  account: {
    filters: ['company', 'client', 'site', 'name', 'order', 'way'],
    file: (client, request) => client.accounts.export.query(as(request)),
    list: (client, fields) => client.accounts.find.query(as(fields)),
  },
  warning: {
    filters: [...territory, 'serial', 'state'],
    file: (client, request) => client.devices.exportWarnings.query(as(request)),
  },
  daily: {
    filters: [...territory, 'state'],
    file: (client, request) => client.dailies.export.query(as(request)),
    range: businessDays,
  },
  day: {
    filters: territory,
    file: (client, request) => client.dailies.exportDays.query(as(request)),
    range: businessDays,
    basis: true,
  },
  province: {
    filters: countedFilters,
    file: (client, request) => client.data.export.query(as({ kind: 'province', ...request })),
  },
  machineType: {
    filters: countedFilters,
    file: (client, request) => client.data.export.query(as({ kind: 'machineType', ...request })),
  },
  order: {
    filters: ['type', 'company', 'material', 'name', 'with-voided'],
    file: (client, request) => client.orders.export.query(as({ orderWay: 'asc', ...request })),
    list: (client, fields) => client.orders.find.query(as({ orderWay: 'asc', ...fields })),
    range: { field: 'createDateQuery' },
  },
  project: {
    filters: ['search', 'name', 'city', 'export-status', 'user', 'company', 'order', 'way'],
    file: (client, request) => client.projects.export.query(as(request)),
    // Read in order of number, which never changes.
    list: (client, fields) => client.projects.find.query(as({ orderColumn: 'projectNo', orderWay: 'asc', ...fields })),
  },
  audit: {
    filters: ['company', 'actor', 'action', 'result'],
    file: (client, request) => client.audit.export.query(as(request)),
    list: (client, fields) => client.audit.find.query(as(fields)),
    range: { field: { from: 'startDate', to: 'endDate' } },
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
export const isKind = (name: string): name is KindName => kindNames.some((kind) => kind === name)
export const kindOf = (name: KindName): Kind => kinds[name]

export type RangeOptions = { from?: string; to?: string; basis?: string }

/** Return the fields of a kind's request for its filters and days, in its own names. */
export async function fieldsOf(
  client: Client,
  name: KindName,
  filtered: Fields,
  given: RangeOptions,
  terminal: Terminal,
): Promise<Fields> {
  const { fields = {}, range, basis } = kindOf(name)
  if (!range && (given.from !== undefined || given.to !== undefined)) throw wrongUse('cli.data.noRange', { kind: name })
  if (!basis && given.basis !== undefined) throw wrongUse('cli.data.noBasis', { kind: name })
  const days = range ? await rangeOf(given, range.field) : {}
  const request = Object.keys(days).length > 0 ? days : await range?.usual?.(client, terminal)
  return {
    ...Object.fromEntries(Object.entries(filtered).map(([field, value]) => [fields[field] ?? field, value])),
    ...request,
    ...(given.basis === undefined ? {} : { basis: given.basis }),
  }
}

/** Return the source of a kind for an export. */
export function sourceOf(client: Client, name: KindName, fields: Fields): Source {
  const { file, list } = kindOf(name)
  return {
    file: (request) => file(client, { ...fields, ...request }),
    ...(name in rowFields ? { fields: rowFields[name as keyof typeof rowFields] } : {}),
    ...(list
      ? { rows: (tell) => allPages((page) => list(client, { ...fields, page, size: pageSize }), tell) as Pages }
      : {}),
  }
}
