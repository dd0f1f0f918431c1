import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes, routeOf } from '#client/known-routes.ts'
import { plainPath } from '#client/redirect.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { entryOf, menuEntries, tabsOf } from '#shared/menu.ts'
import { menuIcons } from './menu-icons.ts'

/**
 * The menu: about a dozen entries, each of which links to the first of its screens; the others are tabs there. When
 * collapsed it shows only icons, with their names as tooltips.
 */
export function Menu({ collapsed = false, onChoose }: { collapsed?: boolean; onChoose?: () => void }) {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const path = plainPath(location)
  const known = knownRoutes(routes)
  const here = routeOf(routes, path)
  const current = here && entryOf(here)
  return (
    <nav aria-label={say('nav.name')} className="p-2">
      <ul className="grid grid-cols-1 gap-0.5">
        {menuEntries.map((entry) => {
          const [first] = tabsOf(entry, known)
          if (!first) return null
          const Icon = menuIcons[entry.icon]
          const name = sayTitle(entry.title)
          return (
            <li key={entry.title}>
              <AppLink
                href={first.path}
                onClick={onChoose}
                title={collapsed ? name : undefined}
                aria-current={entry === current ? (first.path === path ? 'page' : 'true') : undefined}
                className={classNames(
                  'flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium text-ink hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:h-11',
                  collapsed && 'justify-center px-0',
                )}
              >
                <Icon aria-hidden className="size-4.5 shrink-0 opacity-75" strokeWidth={1.75} />
                <span className={collapsed ? 'sr-only' : 'truncate'}>{name}</span>
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
