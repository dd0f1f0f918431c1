import { useMemo } from 'react'
import { useSession } from '#client/session-context.tsx'
import { type ListView, listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { auditListFilters } from '#shared/audit.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'

const pageSize = 20
export const auditAddress = (today: Day) => listAddress(auditListFilters(today), pageSize)
/** The view of the audit log. */
export type AuditView = ListView<ReturnType<typeof auditListFilters>>

/**
 * Return the view in the address, the only way to change it, and today's business day: a saved view of the last days
 * means the last days tomorrow, too.
 */
export function useAuditView() {
  const today = businessDay(new Date(), useSession().timeZone)
  return { ...useAddressView(useMemo(() => auditAddress(today), [today])), today }
}
