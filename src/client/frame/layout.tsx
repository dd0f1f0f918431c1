import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useBare } from '#client/bare.ts'
import { useBranding } from '#client/branding.ts'
import type { Repairable } from '#client/features/devices/named-machines.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { fillsPage, isWall, plainPath, startPath } from '#client/redirect.ts'
import { screenWords } from '#client/screen-words.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { namePortalRoot } from '#client/ui/portal-root.ts'
import { useWide } from '#client/ui/use-wide.ts'
import { Navbar } from './navbar.tsx'
import { PageBar } from './page-bar.tsx'
import { ScreenTabs } from './screen-tabs.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Menu } from './sidebar.tsx'
import { TroublesBar } from './troubles-bar.tsx'
import { keepVisit } from './visits.ts'

const fetchPalette = async () =>
  (await Promise.all([import('./command-palette.tsx'), screenWords.palette()]))[0].CommandPalette
const CommandPalette = lazyPart(fetchPalette)
const loadPalette = () => void fetchPalette().catch(() => undefined)
/** When the palette is loaded, long after the screen: it then opens at once, also without a connection. */
const paletteDelayMs = 10_000
const RepairDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/repairs/repair-dialog.tsx'), screenWords.repairs()]))[0].RepairDialog,
)
const KeysHelp = lazyPart(
  async () => (await Promise.all([import('./keys-help.tsx'), screenWords.palette()]))[0].KeysHelp,
)

const storageKey = 'sidebar'
type Overlay = 'menu' | 'palette' | 'keys' | null

/**
 * Sidebar (210 px, 64 px collapsed, a drawer below 1024 px), navbar and the screen. A full-page screen has a slim bar
 * instead, the menu in a drawer, and all the space below: it sets its own padding, so that its own bars can reach both
 * edges. A bare page only has the screen.
 */
export function Layout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const full = fillsPage(path)
  const bare = useBare()
  const isWide = useWide()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const main = useFocusOnNewPath()
  useVisits()
  const { collapsed, toggle: toggleSidebar } = useSidebar()
  const close = () => setOverlay(null)
  const toggleMenu = () => {
    if (bare || isWall(path)) return
    if (full || !isWide) setOverlay('menu')
    else toggleSidebar()
  }
  useEffect(() => {
    const timer = setTimeout(loadPalette, paletteDelayMs)
    return () => clearTimeout(timer)
  }, [])
  useShortcuts({
    soon: loadPalette,
    palette: () => setOverlay('palette'),
    keys: () => setOverlay('keys'),
    menu: toggleMenu,
  })
  const overlays = <Overlays open={overlay} onClose={close} onKeys={() => setOverlay('keys')} />
  if (isWall(path))
    return (
      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        {children}
        {overlays}
      </main>
    )
  return (
    <div
      className={classNames(
        'min-h-dvh',
        full ? 'flex flex-col' : bare ? '' : collapsed ? 'lg:pl-16' : 'lg:pl-[210px]',
        'print:pl-0!',
      )}
    >
      {!bare && <SkipLink />}
      {!full && !bare && isWide && <Sidebar collapsed={collapsed} />}
      {!bare && (
        <TopBar full={full} collapsed={collapsed} onMenu={toggleMenu} onPalette={() => setOverlay('palette')} />
      )}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={classNames(
          'w-full outline-none',
          full ? 'flex min-w-0 flex-1 flex-col' : 'mx-auto max-w-[2400px] p-4',
        )}
      >
        {!bare && <TroublesBar />}
        {!bare && <ScreenTabs />}
        {children}
      </main>
      <MenuDrawer open={overlay === 'menu'} onClose={close} />
      {overlays}
    </div>
  )
}

type TopBarProps = { full: boolean; collapsed: boolean; onMenu: () => void; onPalette: () => void }

/** The slim bar of a full-page screen, or the navbar. */
const TopBar = ({ full, collapsed, onMenu, onPalette }: TopBarProps) =>
  full ? (
    <PageBar onMenu={onMenu} onPalette={onPalette} />
  ) : (
    <Navbar menuOpen={!collapsed} onMenu={onMenu} onPalette={onPalette} />
  )

/** The link to the content, shown by the first Tab. */
function SkipLink() {
  const say = useWord()
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-accent-fill px-3 py-2 text-white focus:not-sr-only focus:fixed focus:top-1 focus:left-1"
    >
      {say('nav.skip')}
    </a>
  )
}

/** Whether the sidebar is collapsed; kept in the browser. */
function useSidebar() {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'collapsed')
  const toggle = () => {
    setCollapsed(!collapsed)
    localStorage.setItem(storageKey, collapsed ? 'open' : 'collapsed')
  }
  return { collapsed, toggle }
}

/** The dialogs that general keyboard shortcuts open. */
function Overlays({ open, onClose, onKeys }: { open: Overlay; onClose: () => void; onKeys: () => void }) {
  const say = useWord()
  const [repairing, setRepairing] = useState<Repairable | null>(null)
  useEffect(() => namePortalRoot(say('nav.popups')), [say])
  return (
    <>
      {open === 'palette' && <CommandPalette onClose={onClose} onRepair={setRepairing} onKeys={onKeys} />}
      {repairing !== null && (
        <RepairDialog
          start={{ type: '送修', selection: { devices: { ids: [repairing.id] }, count: 1, machines: [repairing] } }}
          onClose={() => setRepairing(null)}
        />
      )}
      {open === 'keys' && <KeysHelp onClose={onClose} />}
    </>
  )
}

/** The menu of a narrow page, and of a full-page screen. */
function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { brandText } = useBranding()
  return (
    <Drawer backCloses side="left" open={open} onClose={onClose} title={brandText} className="max-w-[280px]">
      <Menu onChoose={onClose} />
    </Drawer>
  )
}

function Sidebar({ collapsed }: { collapsed: boolean }) {
  return (
    <aside
      className={classNames(
        'fixed inset-y-0 left-0 z-20 hidden overflow-x-hidden overflow-y-auto border-r border-line bg-surface lg:block print:hidden!',
        collapsed ? 'w-16' : 'w-[210px]',
      )}
    >
      <div
        className={classNames(
          'sticky top-0 z-1 flex h-12 items-center gap-2.5 border-b border-line bg-surface px-4',
          collapsed && 'justify-center px-0',
        )}
      >
        <Brand collapsed={collapsed} />
      </div>
      <Menu collapsed={collapsed} />
    </aside>
  )
}

/** A component of its own, because its name loads later than the frame, which would be rendered again with it. */
function Brand({ collapsed }: { collapsed: boolean }) {
  const { brandText } = useBranding()
  return (
    <AppLink
      href={startPath}
      aria-label={collapsed ? brandText : undefined}
      className="flex min-w-0 items-center gap-2.5 rounded-md"
    >
      <BrandMark className="size-7 shrink-0" />
      {!collapsed && <span className="truncate font-semibold">{brandText}</span>}
    </AppLink>
  )
}

/** Remember what this user visits, for the palette. */
function useVisits(): void {
  const { id } = useSession()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => keepVisit(id, plainPath(path), search), [id, path, search])
}

/** After navigating to another screen, focus and scroll to its top; a change of filters moves neither. */
function useFocusOnNewPath() {
  const main = useRef<HTMLElement>(null)
  const [path] = useLocation()
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
