import type { AuditRow } from '#shared/audit.ts'
import { factColumns } from '#shared/device-facts.ts'
import type { DeviceRow } from '#shared/devices.ts'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { type AccountRow, type ClientRow, type PlaceCounts, placeCounts, type SiteRow } from '#shared/places.ts'
import type { ProjectCard } from '#shared/projects.ts'
import type { RepairRow } from '#shared/repairs.ts'

/**
 * Check that names are all fields of a row, without exception: written out, because an empty list has no row to read
 * them from.
 */
const all =
  <Row>() =>
  <const Names extends readonly (keyof Row)[]>(
    ...names: Names & ([keyof Row] extends [Names[number]] ? unknown : never)
  ): readonly string[] =>
    names as readonly string[]

const device = all<DeviceRow>()(
  'id',
  'serial',
  'type',
  'state',
  'repairTimes',
  'activeWorker',
  'activeWorkerState',
  'siteId',
  'site',
  'clientId',
  'client',
  'accountId',
  'account',
  'hashRate',
  'lastReportAt',
  'neverReported',
  'stateSince',
  'checks',
  'facts',
)

/** The fields of a row in the JSON of each list: the names that `--columns` may contain. */
export const rowFields = {
  device,
  machine: [...device, 'parts'],
  repair: all<RepairRow>()(
    'id',
    'type',
    'deviceId',
    'deviceSerial',
    'site',
    'client',
    'clientNow',
    'notes',
    'repairDateStr',
    'createTimeStr',
    'outcome',
    'clockDays',
    'clockRunning',
    'backOnlineStr',
    'repeated',
    'open',
    'buyCompany',
    'workshop',
    'cost',
    'warrantyUntil',
    'underWarranty',
    'person',
    'voided',
    'rowVersion',
  ),
  site: [...all<Omit<SiteRow, keyof PlaceCounts>>()('id', 'name', 'province'), ...placeCounts],
  client: [
    ...all<Omit<ClientRow, keyof PlaceCounts>>()('id', 'name', 'companyId', 'company', 'province'),
    ...placeCounts,
  ],
  account: [
    ...all<Omit<AccountRow, keyof PlaceCounts>>()('id', 'name', 'clientId', 'client', 'siteId', 'site'),
    ...placeCounts,
  ],
  order: all<GoodsOrderRow>()(
    'id',
    'type',
    'buyCompanyId',
    'buyCompany',
    'saleCompanyId',
    'saleCompany',
    'notes',
    'items',
    'person',
    'createTimeStr',
    'updateTimeStr',
    'voided',
    'rowVersion',
    'writable',
  ),
  project: all<ProjectCard>()(
    'id',
    'projectNo',
    'userId',
    'userName',
    'companyId',
    'company',
    'name',
    'city',
    'exportStatus',
    'version',
    'createTimeStr',
    'updateTimeStr',
    'rowVersion',
    'mainImageUrl',
    'plan',
    'model',
    'count',
    'status',
  ),
  audit: all<AuditRow>()(
    'id',
    'at',
    'sentence',
    'actor',
    'companyId',
    'company',
    'address',
    'action',
    'targetKind',
    'targetId',
    'result',
    'details',
  ),
} as const

/** Names of row fields in a file, if they differ; the lines of an order have its goods one by one. */
export const fileNames: Readonly<Record<string, string>> = {
  sale: 'saleCompany',
  buy: 'buyCompany',
  goods: 'items',
  number: 'items',
  unit: 'items',
  ...Object.fromEntries(factColumns.map((column) => [column, 'facts'])),
}
