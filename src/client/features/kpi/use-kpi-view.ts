import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSession } from '#client/session-context.tsx'
import { groupOrders, usualKpiDays } from '#shared/kpi.ts'

export const kpiDays = [7, 30, 90] as const
export type KpiDays = (typeof kpiDays)[number]
/** Which company, over how many days, and by what stations are ranked; it lives in the address. Without a company it is the caller's own. */
export type KpiView = { companyId: number; days: KpiDays; by: (typeof groupOrders)[number] }

export function useKpiView() {
  const own = useSession().companyId
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo((): KpiView => {
    const parameters = new URLSearchParams(search)
    const asked = parameters.get('companyId') ?? ''
    return {
      companyId: /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : own,
      days: kpiDays.find((days) => String(days) === parameters.get('days')) ?? usualKpiDays,
      by: groupOrders.find((by) => by === parameters.get('by')) ?? 'devices',
    }
  }, [search, own])
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
