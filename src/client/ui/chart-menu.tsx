import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { EllipsisVertical } from 'lucide-react'
import { useWord } from '#client/i18n.ts'

export type ChartFileKind = 'png' | 'svg' | 'csv'
const kinds: readonly ChartFileKind[] = ['png', 'svg', 'csv']

/** Export the chart as a picture or as figures; this browser makes the file. */
export function ChartMenu({
  title,
  pictures,
  onSave,
}: {
  title: string
  pictures: boolean
  onSave: (kind: ChartFileKind) => void
}) {
  const say = useWord()
  const name = say('chart.menu', { title })
  return (
    // CSS positions the menu: an anchored menu is moved out of its card and makes the rest of the page inert.
    <Menu as="div" className="relative">
      <MenuButton
        aria-label={name}
        title={name}
        className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <EllipsisVertical aria-hidden className="size-4" />
      </MenuButton>
      <MenuItems modal={false} className="popover absolute top-full right-0 mt-1 w-48">
        {kinds.map((kind) => (
          <MenuItem key={kind} disabled={kind !== 'csv' && !pictures}>
            <button type="button" className="option data-disabled:opacity-50" onClick={() => onSave(kind)}>
              {say(`chart.${kind}`)}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
