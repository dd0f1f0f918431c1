import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { useSession } from '#client/session-context.tsx'
import { auditResults } from '#shared/audit.ts'
import { addDays, businessDay, type Day } from '#shared/dates.ts'

/** What the log shows; it lives in the address. */
export type AuditView = { actor: string; action: string; result: string; from: Day; to: Day; page: number; size: number }

const pageSize = 20

/** The view that an address (its part after `?`) asks for, and what of it was not understood. */
export function readAuditView(search: string, today: Day): { view: AuditView; unknown: UnknownPart[] } {
  const { read, text, oneOf, range, page, size, leftOut } = readAddress(search)
  const [from, to] = range() ?? [addDays(today, -6), today]
  const view: AuditView = {
    actor: (text('actor') ?? '').slice(0, 64),
    action: read('action', (value) => (/^[A-Za-z.]{1,64}$/.test(value) ? value : undefined)) ?? '',
    result: oneOf('result', auditResults) ?? '',
    from,
    to,
    page: page(),
    size: size(pageSize),
  }
  return { view, unknown: leftOut() }
}

/** The view that the address holds, the one way to change it, and the business day of today. */
export function useAuditView() {
  const today = businessDay(new Date(), useSession().timeZone)
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => readAuditView(search, today), [search, today])
  useNoteLeftOut(unknown)
  const change = useCallback(
    (patch: Partial<AuditView>) => {
      const next = { ...view, ...patch }
      // What is as it is by default stays out, so that a saved view of the last days means the last days tomorrow too.
      const { view: usual } = readAuditView('', today)
      const isUsualTime = next.from === usual.from && next.to === usual.to
      const parameters = Object.entries(next).flatMap(([name, value]) => {
        const isTime = name === 'from' || name === 'to'
        return (isTime ? isUsualTime : value === usual[name as keyof AuditView]) ? [] : [[name, String(value)]]
      })
      navigate(parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`)
    },
    [navigate, path, view, today],
  )
  return { view, change, today }
}
