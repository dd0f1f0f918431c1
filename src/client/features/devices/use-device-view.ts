import { useMemo } from 'react'
import { useAddressView } from '#client/ui/list/address-view.ts'
import type { DeviceState } from '#shared/devices.ts'
import { readView, writeView } from './device-view.ts'

/** The view in the address, and the only way to change it. `states` = those that the screen shows; default: all. */
export const useDeviceView = (states?: readonly DeviceState[]) =>
  useAddressView(useMemo(() => ({ read: (search: string) => readView(search, states), write: writeView }), [states]))
