import { type ComponentProps, useState } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { useUndisturbed } from './use-undisturbed.ts'
import { useSpaceBeside } from './use-wide.ts'

type DrawerProps = ComponentProps<typeof CoveringDrawer> & {
  /** Details of a row: shown beside the list on a wide page, over it otherwise. */
  beside?: boolean
}

const BesidePanel = lazyPart(async () => (await import('./beside-panel.tsx')).BesidePanel, null, true)
const CoveringDrawer = lazyPart(async () => (await import('./covering-drawer.tsx')).CoveringDrawer, null, true)

/** A panel at the edge of the page: the menu on small screens, filters, details. */
export function Drawer({ beside = false, ...drawer }: DrawerProps) {
  const hasSpace = useUndisturbed(useSpaceBeside(), drawer.open)
  const covers = !beside || !hasSpace
  // Keep it mounted once it has been open: it animates its closing and returns the focus.
  const [wanted, setWanted] = useState(false)
  if (covers && drawer.open && !wanted) setWanted(true)
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
