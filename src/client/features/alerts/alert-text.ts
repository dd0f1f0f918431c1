import { formatNumber, type say as Say } from '#client/i18n.ts'
import type { AlertPlaceNames, AlertRow } from '#shared/alerts.ts'

/** Where it is, from the large to the small; a whole base by its name. */
export const placeText = ({ company, site, client, account, type }: AlertPlaceNames): string =>
  [site ?? company, client, account, type].filter(Boolean).join(' · ')

/** How many machines of how many: now, or at worst of what is over. */
export function countText(
  { count, worst, of, resolvedAt }: Pick<AlertRow, 'count' | 'worst' | 'of' | 'resolvedAt'>,
  say: typeof Say,
): string {
  // A feed that failed is no machine.
  if (of === 0 && worst === 0) return '-'
  const shown = formatNumber(resolvedAt === null ? count : worst)
  return of === null ? shown : say('alerts.countOf', { count: shown, of: formatNumber(of) })
}

/** What becomes of it. */
export const statusText = (
  { resolvedAt, takenBack }: Pick<AlertRow, 'resolvedAt' | 'takenBack'>,
  say: typeof Say,
): string => say(takenBack ? 'alerts.takenBack' : resolvedAt === null ? 'alerts.open' : 'alerts.over')
