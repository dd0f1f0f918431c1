import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { trpc } from '#client/trpc.ts'
import type { DeviceView } from './device-view.ts'

const requestOf = ({ filters, orderColumn, orderWay, page, size }: DeviceView) => ({
  ...filters,
  orderColumn,
  orderWay,
  page,
  size,
})

/**
 * Load the page of devices for a view; the last page stays while the next one loads. `ahead` prefetches another page.
 */
export function useDeviceList(view: DeviceView) {
  const utils = trpc.useUtils()
  const list = trpc.devices.find.useQuery(requestOf(view), {
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const ahead = useCallback(
    (page: number) => void utils.devices.find.prefetch(requestOf({ ...view, page })),
    [utils, view],
  )
  return { list, ahead }
}
