import { formatNumber, type say as Say } from '#client/i18n.ts'
import type { AlertPlaceNames, AlertRow } from '#shared/alerts.ts'

/** Return the place of an event, from the largest to the smallest; a whole base by its name. */
export const placeText = ({ company, site, client, account, type }: AlertPlaceNames): string =>
  [site ?? company, client, account, type].filter(Boolean).join(' · ')

/** Return how many machines of how many: now, or for an event that is over the highest count. */
export function countText(
  { count, worst, of, resolvedAt }: Pick<AlertRow, 'count' | 'worst' | 'of' | 'resolvedAt'>,
  say: typeof Say,
): string {
  // A failed feed has no machines.
  if (of === 0 && worst === 0) return '-'
  const shown = formatNumber(resolvedAt === null ? count : worst)
  return of === null ? shown : say('alerts.countOf', { count: shown, of: formatNumber(of) })
}

/** Return the state of an event as text. */
export const statusText = (
  { resolvedAt, takenBack }: Pick<AlertRow, 'resolvedAt' | 'takenBack'>,
  say: typeof Say,
): string => say(takenBack ? 'alerts.takenBack' : resolvedAt === null ? 'alerts.open' : 'alerts.over')
