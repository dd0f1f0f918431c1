import { Menu, MenuButton, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { type ButtonVariant, buttonStyle } from '#client/ui/button.tsx'
import { type MenuAction, MenuActions } from '#client/ui/menu-actions.tsx'

type Props = { items: readonly MenuAction[]; label?: string; variant?: ButtonVariant }

/** Rare actions, behind three dots beside the frequent ones. */
export function MoreMenu({ items, label, variant }: Props) {
  const say = useWord()
  const name = label ?? say('custody.more')
  if (items.length === 0) return null
  return (
    <Menu>
      <MenuButton aria-label={name} title={name} className={`${buttonStyle(variant)} order-last`}>
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
      <MenuItems modal={false} anchor={{ to: 'bottom end', gap: 4, padding: 8 }} className="popover min-w-36">
        <MenuActions items={items} />
      </MenuItems>
    </Menu>
  )
}
