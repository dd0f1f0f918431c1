import { useMemo } from 'react'
import type { z } from 'zod'
import { useSession } from '#client/session-context.tsx'
import { screenAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { kpiFilters } from '#shared/kpi.ts'

export type KpiView = z.output<ReturnType<typeof kpiFilters>>
export const kpiAddress = (own: number) => screenAddress(kpiFilters(own))

/**
 * The view in the address: the company, the number of days, and the measure that ranks the stations. `own` = the
 * company of the caller.
 */
export function useKpiView() {
  const own = useSession().companyId
  return { ...useAddressView(useMemo(() => kpiAddress(own), [own])), own }
}
