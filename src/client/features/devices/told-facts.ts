import { formatNumber, useWord } from '#client/i18n.ts'
import { type FactColumn, factColumns, factText } from '#shared/device-facts.ts'
import type { DeviceDetail } from '#shared/devices.ts'

export type ToldFact = { column: FactColumn; name: string; value: string }

/** What feeds have told of a machine besides how it runs, in the order of the columns; nothing that nobody has told. */
export function useToldFacts(device: DeviceDetail | undefined): ToldFact[] {
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
