import { Menu, MenuButton, MenuItems } from '@headlessui/react'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { type MenuAction, MenuActions } from '#client/ui/menu-actions.tsx'

type Props = {
  /** Names the row, for screen readers. */
  name: string
  items: readonly MenuAction[]
  /** Width of the menu. */
  className?: string
}

const look =
  'inline-grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40 pointer-coarse:size-8'
const opening: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp'])

/**
 * Rare actions on a row, behind three dots. A menu component keeps a dozen values in sync, which for twenty rows is a
 * third of the work of a list on a phone: until it is opened, only a button is rendered.
 */
export function RowMenu({ name, items, className = 'min-w-32' }: Props) {
  const [key, setKey] = useState<string | null>(null)
  const button = {
    'aria-label': name,
    title: name,
    className: look,
    children: <Ellipsis aria-hidden className="size-4" />,
  }
  if (key !== null) return <OpenedMenu first={key} button={button} items={items} className={className} />
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={items.length === 0}
      onClick={({ detail }) => setKey(detail === 0 ? 'Enter' : '')}
      onKeyDown={(event) => {
        if (!opening.has(event.key)) return
        event.preventDefault()
        event.stopPropagation()
        setKey(event.key)
      }}
    />
  )
}

type OpenedProps = Required<Omit<Props, 'name'>> & {
  /** The key that opened it; empty = touch or mouse. */
  first: string
  button: ComponentProps<'button'>
}

/** The menu, which opens when it is mounted; if opened by a key, its first or last item is active. */
function OpenedMenu({ first, button, items, className }: OpenedProps) {
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    own.current?.focus({ preventScroll: true })
    own.current?.dispatchEvent(
      first === ''
        ? new MouseEvent('click', { bubbles: true })
        : new KeyboardEvent('keydown', { key: first, bubbles: true }),
    )
  }, [first])
  return (
    <Menu>
      <MenuButton {...button} ref={own} disabled={items.length === 0} />
      <MenuItems modal={false} anchor={{ to: 'bottom end', gap: 4 }} className={classNames('popover', className)}>
        <MenuActions items={items} />
      </MenuItems>
    </Menu>
  )
}
