import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'

type Item = { key: string; label: string; danger?: boolean; run: () => void }

/** Rare actions, behind three dots beside the frequent ones. */
export function MoreMenu({ items }: { items: readonly Item[] }) {
  const name = useWord()('custody.more')
  if (items.length === 0) return null
  return (
    <Menu>
      <MenuButton aria-label={name} title={name} className={`${buttonStyle()} order-last`}>
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
      <MenuItems modal={false} anchor={{ to: 'bottom end', gap: 4, padding: 8 }} className="popover min-w-36">
        {items.map(({ key, label, danger = false, run }) => (
          <MenuItem key={key}>
            <button type="button" className={classNames('option w-full', danger && 'text-danger')} onClick={run}>
              {label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
