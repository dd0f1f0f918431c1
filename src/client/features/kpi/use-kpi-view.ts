import { useMemo } from 'react'
import type { z } from 'zod'
import { useSession } from '#client/session-context.tsx'
import { screenAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { kpiFilters } from '#shared/kpi.ts'

export type KpiView = z.output<ReturnType<typeof kpiFilters>>
export const kpiAddress = (own: number) => screenAddress(kpiFilters(own))

/** Which company, over how many days, and by what stations are ranked; it lives in the address. `own` = the company of the caller. */
export function useKpiView() {
  const own = useSession().companyId
  return { ...useAddressView(useMemo(() => kpiAddress(own), [own])), own }
}
