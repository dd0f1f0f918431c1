import { formatNumber, type say as Say } from '#client/i18n.ts'

/** How many tankers of a day are still to come, of how many. */
export function tankersText({ waiting, arrived }: { waiting: number; arrived: number }, say: typeof Say): string {
  const total = waiting + arrived
  return waiting === 0
    ? say('tankers.allHere', { count: total })
    : say('tankers.toCome', {
        waiting: formatNumber(waiting),
        arrived: formatNumber(arrived),
        total: formatNumber(total),
      })
}
