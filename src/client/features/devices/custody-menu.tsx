import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
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
  const actions = custodyActions(row.state)
  const name = `${say('custody.more')} ${row.serial}`
  return (
    <Menu>
      <MenuButton
        aria-label={name}
        title={name}
        disabled={actions.length === 0}
        className="grid size-6 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40"
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
      <MenuItems modal={false} anchor={{ to: 'bottom end', gap: 4 }} className="popover min-w-32">
        {actions.map((action) => (
          <MenuItem key={action}>
            <button type="button" className="option w-full" onClick={() => onAction(action, row)}>
              {say(custodyWords[action])}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
