import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { useSession } from '#client/session-context.tsx'
import { groupOrders, usualKpiDays } from '#shared/kpi.ts'
import { Id } from '#shared/paging.ts'

export const kpiDays = [7, 30, 90] as const
export type KpiDays = (typeof kpiDays)[number]
/** Which company, over how many days, and by what stations are ranked; it lives in the address. Without a company it is the caller's own. */
export type KpiView = { companyId: number; days: KpiDays; by: (typeof groupOrders)[number] }

/** The view that an address (its part after `?`) asks for, and what of it was not understood. */
export function readKpiView(search: string, own: number): { view: KpiView; unknown: UnknownPart[] } {
  const { read, oneOf, leftOut } = readAddress(search)
  const view: KpiView = {
    companyId: read('companyId', (value) => Id.safeParse(value).data) ?? own,
    days: read('days', (value) => kpiDays.find((days) => String(days) === value)) ?? usualKpiDays,
    by: oneOf('by', groupOrders) ?? 'devices',
  }
  return { view, unknown: leftOut() }
}

export function useKpiView() {
  const own = useSession().companyId
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => readKpiView(search, own), [search, own])
  useNoteLeftOut(unknown)
  const change = useCallback(
    (patch: Partial<KpiView>) => {
      const { companyId, days, by } = { ...view, ...patch }
      const parameters = new URLSearchParams()
      if (companyId !== own) parameters.set('companyId', String(companyId))
      if (days !== usualKpiDays) parameters.set('days', String(days))
      if (by !== 'devices') parameters.set('by', by)
      const text = parameters.toString()
      navigate(text === '' ? path : `${path}?${text}`)
    },
    [navigate, path, view, own],
  )
  return { view, change, own }
}
