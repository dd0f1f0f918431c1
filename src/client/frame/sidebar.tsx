import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { plainPath } from '#client/redirect.ts'
import { knownRoutes } from '#client/routes.tsx'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { menuSections } from '#shared/menu.ts'
import { iconOf } from './icons.ts'

/** The menu: the visible routes in the order of their sections. Collapsed it shows icons alone, their names as tooltips. */
export function Menu({ collapsed = false, onChoose }: { collapsed?: boolean; onChoose?: () => void }) {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const visible = knownRoutes(routes).filter((route) => !route.hidden)
  const sections = menuSections.map((section) => visible.filter((route) => route.section === section)).filter((entries) => entries.length > 0)
  return (
    <nav aria-label={say('nav.name')} className="grid gap-2 p-2">
      {sections.map((entries) => (
        <ul key={entries[0]?.section} className="grid gap-1">
          {entries.map((route) => {
            const Icon = iconOf(route.icon)
            const title = sayTitle(route.title)
            const current = route.path === plainPath(location)
            return (
              <li key={route.path}>
                <AppLink
                  href={route.path}
                  onClick={onChoose}
                  title={collapsed ? title : undefined}
                  aria-current={current ? 'page' : undefined}
                  className={classNames(
                    'flex h-9 items-center gap-3 rounded-md px-3.5 font-medium text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent',
                    collapsed && 'justify-center px-0',
                  )}
                >
                  <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
                  <span className={collapsed ? 'sr-only' : 'truncate'}>{title}</span>
                </AppLink>
              </li>
            )
          })}
        </ul>
      ))}
    </nav>
  )
}
