import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { filteredFacts } from '#shared/device-facts.ts'
import {
  DeviceFilters,
  type DeviceSortColumn,
  type DeviceState,
  deviceSortColumns,
  deviceStates,
} from '#shared/devices.ts'
import { camelCase, defaultPageSize } from '#shared/paging.ts'
import { Id } from '#shared/request-fields.ts'

/** The names in the filter bar, in its order; the address uses the same names. */
export const viewFilterNames = [
  'clientId',
  'accountId',
  'siteId',
  'type',
  'state',
  'repairTimes',
  'activeWorkerState',
  'serial',
  'province',
  'serialList',
  ...filteredFacts,
] as const
export type ViewFilterName = (typeof viewFilterNames)[number]
export type ViewFilters = Pick<DeviceFilters, ViewFilterName>

export type OrderWay = 'asc' | 'desc'
/** The complete view of a device screen; it is only stored in the address. */
export type DeviceView = {
  filters: ViewFilters
  orderColumn: DeviceSortColumn
  orderWay: OrderWay
  page: number
  size: number
  /** The device whose drawer is open. */
  deviceId: number | undefined
}

export const defaultView: DeviceView = {
  filters: {},
  orderColumn: 'serial',
  orderWay: 'asc',
  page: 1,
  size: defaultPageSize,
  deviceId: undefined,
}

/**
 * Read the view from an address (its part after `?`), and the parts that were not understood; `states` = those that the
 * screen shows.
 */
export function readView(
  search: string,
  states: readonly DeviceState[] = deviceStates,
): { view: DeviceView; unknown: UnknownPart[] } {
  const { read, orderWay, page, size, leftOut } = readAddress(search)
  const filters: ViewFilters = {}
  const readFilter = <Name extends ViewFilterName>(name: Name): void => {
    const found = read(name, (value) => {
      const parsed = DeviceFilters.shape[name].safeParse(value)
      if (!parsed.success || (name === 'state' && !states.some((state) => state === parsed.data))) return undefined
      return parsed.data as ViewFilters[Name]
    })
    if (found !== undefined && found !== '') filters[name] = found
  }
  for (const name of viewFilterNames) readFilter(name)
  const view: DeviceView = {
    filters,
    orderColumn:
      read('orderColumn', (value) => deviceSortColumns.find((column) => column === camelCase(value))) ??
      defaultView.orderColumn,
    orderWay: orderWay() ?? defaultView.orderWay,
    page: page(),
    size: size(defaultView.size),
    deviceId: read('device', (value) => Id.safeParse(value).data),
  }
  return { view, unknown: leftOut() }
}

/** Write a view as the query part of an address, without defaults; empty, or with a leading `?`. */
export function writeView(view: DeviceView): string {
  const parameters = new URLSearchParams()
  for (const name of viewFilterNames) {
    const value = view.filters[name]
    if (value !== undefined && value !== '')
      parameters.set(name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))
  }
  if (view.orderColumn !== defaultView.orderColumn || view.orderWay !== defaultView.orderWay) {
    parameters.set('orderColumn', view.orderColumn)
    parameters.set('orderWay', view.orderWay)
  }
  if (view.page !== defaultView.page) parameters.set('page', String(view.page))
  if (view.size !== defaultView.size) parameters.set('size', String(view.size))
  if (view.deviceId !== undefined) parameters.set('device', String(view.deviceId))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Return the filters that cards and pies use: owner, site and facts. */
export const placeFilters = ({
  clientId,
  accountId,
  siteId,
  province,
  hall,
  rack,
  shelf,
  firmware,
  ip,
  tag,
}: ViewFilters): ViewFilters => ({
  ...{ clientId, accountId, siteId, province },
  ...{ hall, rack, shelf, firmware, ip, tag },
})

export const machineListPath = '/machine_list/index'
/** Return the address of the rows behind a number: the device list with `filters`. */
export const rowsHref = (filters: ViewFilters): string => `${machineListPath}${writeView({ ...defaultView, filters })}`

/** Do two filter bars select the same rows? */
export const sameFilters = (one: ViewFilters, other: ViewFilters): boolean =>
  viewFilterNames.every((name) => (one[name] ?? '') === (other[name] ?? ''))
