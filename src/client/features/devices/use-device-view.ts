import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import type { DeviceState } from '#shared/devices.ts'
import { type DeviceView, readView, writeView } from './device-view.ts'

type Change = (patch: Partial<DeviceView>, way?: { replace: boolean }) => void

/** The view that the address holds, and the one way to change it: by a new address. `states` = those that the screen shows; all by default. */
export function useDeviceView(states?: readonly DeviceState[]): { view: DeviceView; change: Change; hrefOf: (patch: Partial<DeviceView>) => string } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => readView(search, states), [search, states])
  useNoteLeftOut(unknown)
  const hrefOf = useCallback((patch: Partial<DeviceView>) => `${path}${writeView({ ...view, ...patch })}`, [path, view])
  const change = useCallback<Change>((patch, way) => navigate(hrefOf(patch), { replace: way?.replace ?? false }), [navigate, hrefOf])
  return { view, change, hrefOf }
}
