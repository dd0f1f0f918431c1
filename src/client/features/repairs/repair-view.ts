import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { type Period, periods } from '#shared/chart-choices.ts'
import type { Day } from '#shared/dates.ts'
import { defaultPageSize } from '#shared/paging.ts'
import {
  defaultWaitingDays,
  type RepairSortColumn,
  type RepairType,
  repairOutcomes,
  repairSortColumns,
  repairTypes,
  type Worklist,
  worklists,
} from '#shared/repairs.ts'
import { Id } from '#shared/request-fields.ts'

/** The complete view of the repair screen; the address is its only storage. */
export type RepairView = {
  type: RepairType | null
  deviceSerial: string
  range: readonly [Day, Day] | null
  siteId: number | null
  outcome: (typeof repairOutcomes)[number] | null
  withVoided: boolean
  period: Period
  worklist: Worklist | null
  waitingDays: number
  orderColumn: RepairSortColumn | null
  orderWay: 'asc' | 'desc'
  page: number
  size: number
}

export const defaultRepairView: RepairView = {
  type: null,
  deviceSerial: '',
  range: null,
  siteId: null,
  outcome: null,
  withVoided: false,
  period: 'day',
  worklist: null,
  waitingDays: defaultWaitingDays,
  orderColumn: null,
  orderWay: 'desc',
  page: 1,
  size: defaultPageSize,
}

const longestWait = 3_660

/** Read the view from an address (the part after `?`), and the parts that were not understood. */
export function readRepairView(search: string): { view: RepairView; unknown: UnknownPart[] } {
  const { read, range, oneOf, orderWay, page, size, leftOut } = readAddress(search)
  const view: RepairView = {
    type: oneOf('type', repairTypes) ?? null,
    deviceSerial: read('deviceSerial', (value) => value.slice(0, 64)) ?? '',
    range: range(),
    siteId: read('siteId', (value) => Id.safeParse(value).data) ?? null,
    outcome: oneOf('outcome', repairOutcomes) ?? null,
    withVoided: oneOf('withVoided', ['true', 'false']) === 'true',
    period: oneOf('period', periods) ?? defaultRepairView.period,
    worklist: oneOf('worklist', worklists) ?? null,
    waitingDays:
      read('waitingDays', (value) =>
        /^\d{1,6}$/.test(value) && Number(value) <= longestWait ? Number(value) : undefined,
      ) ?? defaultRepairView.waitingDays,
    orderColumn: oneOf('orderColumn', repairSortColumns) ?? null,
    orderWay: orderWay() ?? defaultRepairView.orderWay,
    page: page(),
    size: size(defaultRepairView.size),
  }
  return { view, unknown: leftOut() }
}

/** Write a view as the address part without default values; empty or with a leading `?`. */
export function writeRepairView(view: RepairView): string {
  const parameters = new URLSearchParams()
  const put = (name: keyof RepairView) => {
    if (view[name] !== defaultRepairView[name] && view[name] !== null) parameters.set(name, String(view[name]))
  }
  for (const name of ['type', 'deviceSerial'] as const) put(name)
  if (view.range) {
    parameters.set('from', view.range[0])
    parameters.set('to', view.range[1])
  }
  for (const name of ['siteId', 'outcome', 'withVoided', 'period', 'worklist', 'waitingDays', 'orderColumn'] as const)
    put(name)
  if (view.orderColumn) parameters.set('orderWay', view.orderWay)
  for (const name of ['page', 'size'] as const) put(name)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The filters that list, export, charts and counts share. */
export const filtersOfView = ({ type, deviceSerial, range, siteId, outcome, withVoided, waitingDays }: RepairView) => ({
  type: type ?? undefined,
  deviceSerial,
  repairDateQuery: range ? ([range[0], range[1]] as [Day, Day]) : undefined,
  siteId: siteId ?? undefined,
  outcome: outcome ?? undefined,
  withVoided,
  waitingDays,
})

/** The request of the list without its page. */
export const listRequestOf = (view: RepairView) => ({
  ...filtersOfView(view),
  worklist: view.worklist ?? undefined,
  ...(view.orderColumn ? { orderColumn: view.orderColumn, orderWay: view.orderWay } : {}),
})
