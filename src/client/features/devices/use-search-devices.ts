import { useIsFetching } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeyOf, trpc } from '#client/trpc.ts'
import { type DeviceView, sameFilters, type ViewFilters } from './device-view.ts'

type Way = { replace: boolean }

/** Search: changed filters set a new address; unchanged ones query the server again. */
export function useSearchDevices(
  view: DeviceView,
  change: (patch: Partial<DeviceView>, way?: Way) => void,
): { search: (filters: ViewFilters, way?: Way) => void; busy: boolean } {
  const utils = trpc.useUtils()
  const busy = useIsFetching({ queryKey: queryKeyOf(trpc.devices.find) }) > 0
  const search = useCallback(
    (filters: ViewFilters, way?: Way) => {
      if (!sameFilters(filters, view.filters) || view.page !== 1) change({ filters, page: 1 }, way)
      else void Promise.all([utils.devices.invalidate(), utils.charts.invalidate()])
    },
    [view, change, utils],
  )
  return { search, busy }
}
