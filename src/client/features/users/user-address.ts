import { type ListView, listAddress, rangeIn } from '#client/ui/list/address-view.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { UserFilters, userPageSize } from '#shared/users.ts'

export const userAddress = listAddress(UserFilters, userPageSize)
export type UserView = ListView<typeof UserFilters>

/** From 30 days ago to yesterday, as documented (R437). */
export const defaultRange = (today: Day): [Day, Day] => [addDays(today, -30), addDays(today, -1)]

/** The range of creation days; null = all times. The members of a station are not limited by a default range. */
export function createdIn(view: UserView, today: Day): [Day, Day] | null {
  return rangeIn(view) ?? (view.time === 'all' || view.id !== undefined ? null : defaultRange(today))
}

/** The patch of a view that sets the range of creation days. */
export function createdPatch(created: readonly [Day, Day] | null, today: Day): Partial<UserView> {
  if (created === null) return { from: undefined, to: undefined, time: 'all' }
  const [from, to] = created
  const isUsual = defaultRange(today).join() === created.join()
  return { from: isUsual ? undefined : from, to: isUsual ? undefined : to, time: undefined }
}
