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
      const next = { ...view, ...patch }
      // What is as it is by default stays out, so that a saved view of the last days means the last days tomorrow too.
      const usual = readView('', today)
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
