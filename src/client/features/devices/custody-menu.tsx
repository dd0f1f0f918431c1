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

type Props = {
  row: DeviceRow
  onAction: (action: CustodyAction, row: DeviceRow) => void
  onScrap: (row: DeviceRow) => void
}

/**
 * Further actions of a row: send, return, transfer, lost, found; last the one that cannot be undone. A scrapped machine
 * has none.
 */
export function CustodyMenu({ row, onAction, onScrap }: Props) {
  const say = useWord()
  const actions = custodyActions(row.state).map((action) => ({
    key: action as string,
    label: say(custodyWords[action]),
    run: () => onAction(action, row),
  }))
  const scrap = { key: 'scrap', label: say('fleet.scrap'), danger: true, run: () => onScrap(row) }
  return (
    <RowMenu name={`${say('custody.more')} ${row.serial}`} items={row.state === 'scrap' ? [] : [...actions, scrap]} />
  )
}
