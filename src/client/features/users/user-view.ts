import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSession } from '#client/session-context.tsx'
import { addDays, businessDay, type Day, isDay } from '#shared/dates.ts'
import { maxPage, pageSizes } from '#shared/paging.ts'
import { userPageSize } from '#shared/user-admin.ts'

/** What the user list shows; it lives in the address. `created` null = any time. */
export type UserView = { name: string; created: readonly [Day, Day] | null; groupId: number | undefined; page: number; size: number }

/** 30 days ago through yesterday, as documented (R437). */
export const defaultRange = (today: Day): [Day, Day] => [addDays(today, -30), addDays(today, -1)]

function readView(search: string, today: Day): UserView {
  const parameters = new URLSearchParams(search)
  const number = (name: string) => (/^[1-9]\d{0,8}$/.test(parameters.get(name) ?? '') ? Number(parameters.get(name)) : undefined)
  const [from = '', to = ''] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  const groupId = number('id')
  const chosen = isDay(from) && isDay(to) && from <= to ? ([from, to] as const) : null
  // Members of a station are all of them, whenever they came.
  const anyTime = parameters.get('time') === 'all' || groupId !== undefined
  return {
    name: (parameters.get('name') ?? '').slice(0, 64),
    created: chosen ?? (anyTime ? null : defaultRange(today)),
    groupId,
    page: Math.min(maxPage, number('page') ?? 1),
    size: pageSizes.find((size) => size === number('size')) ?? userPageSize,
  }
}

function writeView(view: UserView, today: Day): string {
  const parameters = new URLSearchParams()
  const [from, to] = defaultRange(today)
  if (view.name) parameters.set('name', view.name)
  if (view.groupId !== undefined) parameters.set('id', String(view.groupId))
  if (view.created === null) parameters.set('time', 'all')
  else if (view.created[0] !== from || view.created[1] !== to) {
    parameters.set('from', view.created[0])
    parameters.set('to', view.created[1])
  }
  if (view.page !== 1) parameters.set('page', String(view.page))
  if (view.size !== userPageSize) parameters.set('size', String(view.size))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The view that the address holds, the one way to change it, and the business day of today. */
export function useUserView() {
  const today = businessDay(new Date(), useSession().timeZone)
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readView(search, today), [search, today])
  const change = useCallback((patch: Partial<UserView>) => navigate(`${path}${writeView({ ...view, ...patch }, today)}`), [navigate, path, view, today])
  return { view, change, today }
}
