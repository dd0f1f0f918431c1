import { Id } from '#shared/request-fields.ts'

export const deviceDetailPath = '/TraceDetail/index'
const deviceStatisticsPath = '/machineStatics/index'

/** Return the address of a device's page. */
export const deviceDetailHref = (id: number): string => `${deviceDetailPath}?id=${id}`
export const deviceStatisticsHref = (id: number): string => `${deviceStatisticsPath}?id=${id}`

/** The ranges, in days, that the charts of a device can show. */
export const chartRanges = [7, 30, 90] as const
export type ChartDays = (typeof chartRanges)[number]
/** The default of every chart. Source: both documents, section 9. */
const usualDays: ChartDays = 7

/** The parameters of a device page: the device, the days, the tab of comments. */
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

/** Return the address with some parameters changed; defaults are left out. */
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
