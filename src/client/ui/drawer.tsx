import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { useUndisturbed } from './use-undisturbed.ts'
import { useSpaceBeside } from './use-wide.ts'

type DrawerProps = ComponentProps<typeof CoveringDrawer> & {
  /** Details of a row: shown beside the list on a wide page, over it otherwise. */
  beside?: boolean
}

const BesidePanel = lazyPart(async () => (await import('./beside-panel.tsx')).BesidePanel, null, true)
const CoveringDrawer = lazyPart(async () => (await import('./covering-drawer.tsx')).CoveringDrawer, null, true)

const root = document.documentElement

/**
 * Reserve the width of details that an address opens from the first paint of the list on, before the script of the panel
 * has loaded: the list does not move when the panel arrives. Details that a row opens get their width by the panel,
 * which keeps the row in place. The panel itself releases the width that it has.
 */
function useReservedWidth(open: boolean): void {
  const [byAddress] = useState(() => open && !document.querySelector('[data-filter-fields]'))
  const reserved = open && byAddress
  useLayoutEffect(() => {
    if (!reserved) return
    root.dataset.beside = ''
    return () => {
      if (!document.querySelector('.beside')) delete root.dataset.beside
    }
  }, [reserved])
}

/** A panel at the edge of the page: the menu on small screens, filters, details. */
export function Drawer({ beside = false, ...drawer }: DrawerProps) {
  const hasSpace = useUndisturbed(useSpaceBeside(), drawer.open)
  const covers = !beside || !hasSpace
  // Keep it mounted once it has been open: it animates its closing and returns the focus.
  const [wanted, setWanted] = useState(false)
  if (covers && drawer.open && !wanted) setWanted(true)
  useReservedWidth(drawer.open && !covers)
  if (covers) return wanted ? <CoveringDrawer {...drawer} /> : null
  return drawer.open ? (
    <BesidePanel
      onClose={drawer.onClose}
      title={drawer.title}
      head={drawer.head}
      backCloses={drawer.backCloses ?? false}
      className={drawer.className}
    >
      {drawer.children}
    </BesidePanel>
  ) : null
}
