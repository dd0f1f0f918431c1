import type { Viewer } from '#server/viewer.ts'
import { type PermissionKey, roleKeys } from '#shared/roles.ts'

const holds = (viewer: Viewer, key: PermissionKey): boolean => roleKeys[viewer.role].includes(key)

/**
 * Return whether the viewer sees complete phones and birthdays: those who administer people do. Source: trust.md row 30
 */
export const maySeePeople = (viewer: Viewer): boolean => holds(viewer, 'user')
/** Return whether the viewer sees measurements: those who inspect do. */
export const maySeeHealth = (viewer: Viewer): boolean => holds(viewer, 'trace')

/** Return the whole years from a birthday to a day, both YYYY-MM-DD. */
export function ageOn(birthday: string | null, day: string): number | null {
  if (birthday === null) return null
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return Math.max(0, day.slice(5) < birthday.slice(5) ? years - 1 : years)
}
