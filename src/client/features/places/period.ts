import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { type Period, periods } from '#shared/chart-choices.ts'
import { type Basis, bases } from '#shared/charts.ts'
import { addDays, type Day, isDay, Month } from '#shared/dates.ts'
import { DayPart } from '#shared/day-lists.ts'
import { DeviceType } from '#shared/devices.ts'
import { Id } from '#shared/request-fields.ts'

/**
 * The open point of a chart: a day, or a month as YYYY-MM, with the part of the chart; `type` = only machines of that
 * type.
 */
export type OpenPoint = { at: string; part: DayPart; type?: DeviceType }
/** The view of an overview, kept in the address. No range = the last seven days. */
export type HistoryView = {
  period: Period
  range: readonly [Day, Day] | null
  basis: Basis
  point: OpenPoint | null
  tab: 'devices' | 'changes'
}

/** The default view of an overview. */
export const defaultHistory = { period: 'day', range: null, basis: 'inService' } as const

/** Whether a text is an existing day or month. */
const isPoint = (text: string): boolean => isDay(text) || Month.safeParse(text).success
const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** Read the view from an address; parts that are invalid keep their default. */
export function readHistory(parameters: URLSearchParams): HistoryView {
  const [from, to, at] = ['from', 'to', 'at'].map((name) => parameters.get(name) ?? '')
  const part = DayPart.safeParse(parameters.get('part')).data
  const type = DeviceType.safeParse(parameters.get('type')).data
  const known = from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to
  return {
    period: oneOf(periods, parameters.get('period')) ?? defaultHistory.period,
    range: known ? [from, to] : null,
    basis: oneOf(bases, parameters.get('basis')) ?? defaultHistory.basis,
    point: at !== undefined && part && isPoint(at) ? { at, part, ...(type && { type }) } : null,
    tab: parameters.get('tab') === 'changes' ? 'changes' : 'devices',
  }
}

/** Lists inside the screens with a history; each keeps its page and order in the address (inner-view.ts). */
const innerNames = ['accounts', 'devices', 'point'].flatMap((list) =>
  ['Page', 'Size', 'By', 'Way'].map((part) => list + part),
)
/** Other parameters in the addresses of these screens. */
const placeNames = ['id', 'clientId', 'accountId', 'siteId']

/** Return the parts of an address that the charts over time do not understand. */
export function leftOutOfHistory(search: string): UnknownPart[] {
  const { read, oneOf: choice, range, leftOut } = readAddress(search)
  choice('period', periods)
  choice('basis', bases)
  range()
  read('at', (at) => (isPoint(at) ? at : undefined))
  read('part', (part) => DayPart.safeParse(part).data)
  read('type', (type) => DeviceType.safeParse(type).data)
  choice('tab', ['devices', 'changes'])
  return leftOut([...placeNames, ...innerNames])
}

/** Write a view into an address: leave out default values, and keep all other parameters. */
export function writeHistory(parameters: URLSearchParams, view: HistoryView): URLSearchParams {
  const next = new URLSearchParams(parameters)
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value))
  put('period', view.period === defaultHistory.period ? null : view.period)
  put('from', view.range?.[0] ?? null)
  put('to', view.range?.[1] ?? null)
  put('basis', view.basis === defaultHistory.basis ? null : view.basis)
  put('at', view.point?.at ?? null)
  put('part', view.point?.part ?? null)
  put('type', view.point?.type ?? null)
  // Another point starts on its own first page.
  for (const name of ['pointPage', 'pointSize']) next.delete(name)
  put('tab', view.point && view.tab === 'changes' ? 'changes' : null)
  return next
}

const defaultDays = 7
/** The days of a view; without a chosen range the last seven days up to the business date. */
export const rangeOf = (view: HistoryView, businessDate: Day): readonly [Day, Day] =>
  view.range ?? [addDays(businessDate, 1 - defaultDays), businessDate]

/** Return the days of a point within the range of the chart; a month outside the range has all its days. */
export function daysOfPoint(at: string, [start, end]: readonly [Day, Day]): [Day, Day] {
  if (isDay(at)) return [at, at]
  const days = [`${at}-01`, addDays(`${nextMonth(at)}-01`, -1)] as const
  if (days[0] > end || days[1] < start) return [...days]
  return [days[0] > start ? days[0] : start, days[1] < end ? days[1] : end]
}

const nextMonth = (month: string): string => addDays(`${month}-28`, 7).slice(0, 7)

/** Return the id that an address has under one of the names, for example ?id=3. */
export const idIn = (parameters: URLSearchParams, ...names: string[]): number | undefined =>
  names.map((name) => Id.safeParse(parameters.get(name)).data).find((id) => id !== undefined)

type ShortcutWord = 'lastWeek' | 'lastMonth' | 'lastThreeMonths' | 'thisMonth' | 'yearToDate' | 'lastSixMonths'
/** Return the documented shortcuts of a period; all of them end at the newest day. */
export function shortcutsOf(period: Period, newest: Day): { word: ShortcutWord; range: [Day, Day] }[] {
  if (period === 'day')
    return (
      [
        ['lastWeek', 7],
        ['lastMonth', 30],
        ['lastThreeMonths', 90],
      ] as const
    ).map(([word, days]) => ({ word, range: [addDays(newest, 1 - days), newest] }))
  const [year, month] = [Number(newest.slice(0, 4)), Number(newest.slice(5, 7))]
  // Six months, the present one included.
  const first = new Date(Date.UTC(year, month - 6, 1)).toISOString().slice(0, 10)
  return [
    { word: 'thisMonth', range: [`${newest.slice(0, 7)}-01`, newest] },
    { word: 'yearToDate', range: [`${newest.slice(0, 4)}-01-01`, newest] },
    { word: 'lastSixMonths', range: [first, newest] },
  ]
}
