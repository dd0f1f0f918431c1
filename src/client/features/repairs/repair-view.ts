import { type Period, periods } from '#shared/charts.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { defaultPageSize, Id, maxPage, pageSizes } from '#shared/paging.ts'
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

/** Everything that makes the screen of repairs what it is; it lives in the address and nowhere else. */
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

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null => values.find((value) => value === text) ?? null
const wholeNumber = (text: string | null, most: number): number | null => {
  const value = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
  return value !== null && value <= most ? value : null
}
const longestWait = 3_660

/** The view that an address (its part after `?`) asks for; what it does not understand is as it is by default. */
export function readRepairView(search: string): RepairView {
  const parameters = new URLSearchParams(search)
  const get = (name: string) => parameters.get(name)
  const [from, to] = [get('from') ?? '', get('to') ?? '']
  return {
    type: oneOf(repairTypes, get('type')),
    deviceSerial: (get('deviceSerial') ?? '').slice(0, 64),
    range: isDay(from) && isDay(to) && from <= to ? [from, to] : null,
    siteId: Id.safeParse(get('siteId')).data ?? null,
    outcome: oneOf(repairOutcomes, get('outcome')),
    withVoided: get('withVoided') === 'true',
    period: oneOf(periods, get('period')) ?? defaultRepairView.period,
    worklist: oneOf(worklists, get('worklist')),
    waitingDays: wholeNumber(get('waitingDays'), longestWait) ?? defaultRepairView.waitingDays,
    orderColumn: oneOf(repairSortColumns, get('orderColumn')),
    orderWay: get('orderWay') === 'asc' ? 'asc' : 'desc',
    page: Math.max(1, wholeNumber(get('page'), maxPage) ?? 1),
    size: pageSizes.find((size) => String(size) === get('size')) ?? defaultRepairView.size,
  }
}

/** The address part of a view, without whatever is as it is by default; empty or with a leading `?`. */
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
  for (const name of ['siteId', 'outcome', 'withVoided', 'period', 'worklist', 'waitingDays', 'orderColumn'] as const) put(name)
  if (view.orderColumn) parameters.set('orderWay', view.orderWay)
  for (const name of ['page', 'size'] as const) put(name)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The filters that list, file, lines and counts share. */
export const filtersOfView = ({ type, deviceSerial, range, siteId, outcome, withVoided, waitingDays }: RepairView) => ({
  type: type ?? undefined,
  deviceSerial,
  repairDateQuery: range ? ([range[0], range[1]] as [Day, Day]) : undefined,
  siteId: siteId ?? undefined,
  outcome: outcome ?? undefined,
  withVoided,
  waitingDays,
})

/** What the list asks for, the page aside. */
export const listRequestOf = (view: RepairView) => ({
  ...filtersOfView(view),
  worklist: view.worklist ?? undefined,
  ...(view.orderColumn ? { orderColumn: view.orderColumn, orderWay: view.orderWay } : {}),
})
