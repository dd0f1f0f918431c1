import { Id } from '#shared/request-fields.ts'

export const deviceDetailPath = '/TraceDetail/index'
const deviceStatisticsPath = '/machineStatics/index'

/** Where one device is shown by itself. */
export const deviceDetailHref = (id: number): string => `${deviceDetailPath}?id=${id}`
export const deviceStatisticsHref = (id: number): string => `${deviceStatisticsPath}?id=${id}`

/** Days that the charts of a device show. */
export const chartRanges = [7, 30, 90] as const
export type ChartDays = (typeof chartRanges)[number]
/** As of every chart. Source: both documents, section 9. */
const usualDays: ChartDays = 7

/** What the address of a device screen says: which device, how many days, which comments. */
export type DeviceAddress = { id: number | undefined; days: ChartDays; tab: 'plain' | 'precise' }

export function readDeviceAddress(search: string): DeviceAddress {
  const parameters = new URLSearchParams(search)
  const days = chartRanges.find((range) => String(range) === parameters.get('days'))
  return {
    id: Id.safeParse(parameters.get('id')).data,
    days: days ?? usualDays,
    tab: parameters.get('tab') === 'precise' ? 'precise' : 'plain',
  }
}

/** The same address with some of it changed; what is as it is by default is left out. */
export function writeDeviceAddress(
  search: string,
  { days, tab }: Partial<Pick<DeviceAddress, 'days' | 'tab'>>,
): string {
  const parameters = new URLSearchParams(search)
  if (days !== undefined) parameters.set('days', String(days))
  if (tab !== undefined) parameters.set('tab', tab)
  if (parameters.get('days') === String(usualDays)) parameters.delete('days')
  if (parameters.get('tab') === 'plain') parameters.delete('tab')
  return `?${parameters}`
}
