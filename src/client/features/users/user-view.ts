import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { useSession } from '#client/session-context.tsx'
import { addDays, businessDay, type Day } from '#shared/dates.ts'
import { Id } from '#shared/paging.ts'
import { userPageSize } from '#shared/user-admin.ts'

/** What the user list shows; it lives in the address. `created` null = any time. */
export type UserView = { name: string; created: readonly [Day, Day] | null; groupId: number | undefined; page: number; size: number }

/** 30 days ago through yesterday, as documented (R437). */
export const defaultRange = (today: Day): [Day, Day] => [addDays(today, -30), addDays(today, -1)]

/** The view that an address (its part after `?`) asks for, and what of it was not understood. */
export function readUserView(search: string, today: Day): { view: UserView; unknown: UnknownPart[] } {
  const { read, text, oneOf, range, page, size, leftOut } = readAddress(search)
  const groupId = read('id', (value) => Id.safeParse(value).data)
  const chosen = range()
  // Members of a station are all of them, whenever they came.
  const anyTime = oneOf('time', ['all']) !== undefined || groupId !== undefined
  const view: UserView = {
    name: (text('name') ?? '').slice(0, 64),
    created: chosen ?? (anyTime ? null : defaultRange(today)),
    groupId,
    page: page(),
    size: size(userPageSize),
  }
  return { view, unknown: leftOut() }
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
  const { view, unknown } = useMemo(() => readUserView(search, today), [search, today])
  useNoteLeftOut(unknown)
  const change = useCallback((patch: Partial<UserView>) => navigate(`${path}${writeView({ ...view, ...patch }, today)}`), [navigate, path, view, today])
  return { view, change, today }
}
