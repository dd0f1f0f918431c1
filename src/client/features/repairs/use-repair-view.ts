import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { type RepairView, readRepairView, writeRepairView } from './repair-view.ts'

export type ChangeView = (patch: Partial<RepairView>, way?: { replace: boolean }) => void

/** The view that the address holds, and the one way to change it: by a new address. */
export function useRepairView(): { view: RepairView; change: ChangeView } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => readRepairView(search), [search])
  useNoteLeftOut(unknown)
  const change = useCallback<ChangeView>(
    (patch, way) => navigate(`${path}${writeRepairView({ ...view, ...patch })}`, { replace: way?.replace ?? false }),
    [navigate, path, view],
  )
  return { view, change }
}
