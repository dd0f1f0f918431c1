import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSession } from '#client/session-context.tsx'
import { addDays, businessDay, type Day, isDay } from '#shared/dates.ts'
import { maxPage, pageSizes } from '#shared/paging.ts'

/** What the log shows; it lives in the address. */
export type AuditView = { actor: string; action: string; result: string; from: Day; to: Day; page: number; size: number }

const pageSize = 20

function readView(search: string, today: Day): AuditView {
  const parameters = new URLSearchParams(search)
  const text = (name: string) => (parameters.get(name) ?? '').slice(0, 64)
  const page = Number(parameters.get('page') ?? 1)
  const [from, to] = [text('from'), text('to')]
  const given = isDay(from) && isDay(to) && from <= to
  return {
    actor: text('actor'),
    action: /^[A-Za-z.]*$/.test(text('action')) ? text('action') : '',
    result: text('result'),
    from: given ? from : addDays(today, -6),
    to: given ? to : today,
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((size) => String(size) === parameters.get('size')) ?? pageSize,
  }
}

/** The view that the address holds, the one way to change it, and the business day of today. */
export function useAuditView() {
  const today = businessDay(new Date(), useSession().timeZone)
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readView(search, today), [search, today])
  const change = useCallback(
    (patch: Partial<AuditView>) => {
      const parameters = Object.entries({ ...view, ...patch }).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
      navigate(`${path}?${new URLSearchParams(parameters)}`)
    },
    [navigate, path, view],
  )
  return { view, change, today }
}
