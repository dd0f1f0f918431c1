import { formatNumber, type say as Say } from '#client/i18n.ts'

/**
 * Say how many tankers of a day are still expected, of how many; `of` = the words to use, those of the loaded screen.
 */
export function tankersText(
  { waiting, arrived }: { waiting: number; arrived: number },
  of: 'today' | 'reception',
  say: typeof Say,
): string {
  const total = waiting + arrived
  return waiting === 0
    ? say(`${of}.allHere`, { count: total })
    : say(`${of}.toCome`, {
        waiting: formatNumber(waiting),
        arrived: formatNumber(arrived),
        total: formatNumber(total),
      })
}
