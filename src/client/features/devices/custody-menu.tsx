import { useWord } from '#client/i18n.ts'
import { RowMenu } from '#client/ui/list/row-menu.tsx'
import type { DeviceRow } from '#shared/devices.ts'
import { type CustodyAction, custodyActions } from './custody.tsx'

export const custodyWords = {
  send: 'custody.send',
  return: 'custody.return',
  lost: 'custody.lost',
  found: 'custody.found',
  transfer: 'custody.transfer',
  scrap: 'fleet.scrap',
} as const

/** The further actions of a row: send, take back, lost, found. */
export function CustodyMenu({
  row,
  onAction,
}: {
  row: DeviceRow
  onAction: (action: CustodyAction, row: DeviceRow) => void
}) {
  const say = useWord()
  return (
    <RowMenu
      name={`${say('custody.more')} ${row.serial}`}
      items={custodyActions(row.state).map((action) => ({
        key: action,
        label: say(custodyWords[action]),
        run: () => onAction(action, row),
      }))}
    />
  )
}
