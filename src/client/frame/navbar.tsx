import { PanelLeft } from 'lucide-react'
import { useLocation } from 'wouter'
import { sayLost } from '#client/features/not-found-screen.tsx'
import { sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes, routeOf } from '#client/known-routes.ts'
import { plainPath } from '#client/redirect.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { entryOf, tabsOf } from '#shared/menu.ts'
import { BarTools } from './bar-tools.tsx'
import { BusinessDate } from './business-date.tsx'

type NavbarProps = { menuOpen: boolean; onMenu: () => void; onPalette: () => void }

/** The bar above every screen. On small screens company, date, language and theme are in the user menu. */
export function Navbar({ menuOpen, onMenu, onPalette }: NavbarProps) {
  const say = useWord()
  return (
    <header
      data-navbar
      className="sticky top-0 z-10 flex h-12 items-center gap-2 border-b border-line bg-surface px-2 sm:px-4 print:hidden"
    >
      <span className="lg:hidden">
        <IconButton label={say('nav.open')} onClick={onMenu} icon={<PanelLeft aria-hidden className="size-5" />} />
      </span>
      <span className="-ml-2 hidden lg:block">
        <IconButton
          label={say(menuOpen ? 'nav.collapse' : 'nav.expand')}
          aria-expanded={menuOpen}
          onClick={onMenu}
          icon={<PanelLeft aria-hidden className="size-5" />}
        />
      </span>
      <Breadcrumb />
      <BarTools onPalette={onPalette}>
        <span className="hidden px-2 md:block">
          <BusinessDate />
        </span>
      </BarTools>
    </header>
  )
}

function Breadcrumb() {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const path = plainPath(location)
  const known = knownRoutes(routes)
  const route = routeOf(routes, path)
  // A screen without a menu entry belongs to the entry before it.
  const parent = route?.hidden
    ? known.slice(0, known.indexOf(route)).findLast((other) => other.section === route.section && !other.hidden)
    : undefined
  const entry = route && !route.hidden ? entryOf(route) : undefined
  // Above tabs, the name of their entry: the tab has the name of the screen.
  const isTabbed = entry && tabsOf(entry, known).length > 1
  const title = isTabbed ? say(entry.title) : route ? sayTitle(route.title) : sayLost(path)
  return (
    <nav aria-label={say('nav.breadcrumb')} className="min-w-0">
      <ol className="flex items-center gap-1.5">
        {parent && (
          <li className="hidden items-center gap-1.5 whitespace-nowrap text-muted sm:flex">
            <AppLink href={parent.path} className="rounded-sm hover:text-ink hover:underline">
              {sayTitle(parent.title)}
            </AppLink>
            <span aria-hidden>/</span>
          </li>
        )}
        {title && (
          <li aria-current="page" className="truncate font-medium">
            {title}
          </li>
        )}
      </ol>
    </nav>
  )
}
