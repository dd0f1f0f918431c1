import { formatNumber, useWord } from '#client/i18n.ts'
import { type FactColumn, factColumns, factText } from '#shared/device-facts.ts'
import type { DeviceDetail } from '#shared/devices.ts'

export type FeedFact = { column: FactColumn; name: string; value: string }

/**
 * Return the facts from feeds about a machine, apart from its measurements, in the order of the columns; unknown facts
 * are left out.
 */
export function useFeedFacts(device: DeviceDetail | undefined): FeedFact[] {
  const say = useWord()
  return factColumns.flatMap((column) => {
    const value = factText(device?.facts ?? null, column)
    return value === null
      ? []
      : [
          {
            column,
            name: say(`device.column.${column}`),
            value: typeof value === 'number' ? formatNumber(value) : value,
          },
        ]
  })
}
