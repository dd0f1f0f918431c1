import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes, routeOf } from '#client/known-routes.ts'
import { fillsPage, plainPath } from '#client/redirect.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { BesideTabsPlace } from '#client/ui/beside-tabs.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { entryOf, planViews, tabPathOf, tabsOf } from '#shared/menu.ts'

/**
 * The tabs for the screens of the current menu entry, above each of them; nothing for an entry with one screen, or
 * above the page of a single record.
 */
export function ScreenTabs() {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const path = plainPath(location)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!path) return
    // On a narrow screen the current tab may be scrolled out of view. Wait for a frame: here it would force a layout of
    // the whole page.
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [path])
  const here = routeOf(routes, path)
  const entry = here && entryOf(here)
  const known = knownRoutes(routes)
  const tabs = entry ? tabsOf(entry, known) : []
  const present = tabPathOf(path, tabs)
  if (!entry || tabs.length < 2 || !tabs.some((tab) => tab.path === present)) return null
  // A tab for two views has a name that fits both.
  const hasWeekPlan = known.some((route) => route.path === planViews.week)
  return (
    <div
      data-tabs
      className={classNames(
        'flex items-center gap-x-4 border-line max-sm:flex-wrap sm:border-b',
        fillsPage(path) ? 'px-4' : '-mt-2 mb-4',
      )}
    >
      <nav
        ref={nav}
        aria-label={say('menu.tabs', { title: sayTitle(entry.title) })}
        className="fading-ends -mb-px flex min-w-0 flex-1 scroll-px-12 gap-4 overflow-x-auto overflow-y-hidden border-line max-sm:basis-full max-sm:border-b print:hidden"
      >
        {tabs.map((tab) => (
          <AppLink
            key={tab.path}
            href={tab.path}
            aria-current={tab.path === present ? 'page' : undefined}
            className="inline-flex min-h-10 items-center border-b-2 border-transparent -outline-offset-2 whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {sayTitle(hasWeekPlan && tab.path === planViews.month ? planViews.title : tab.title)}
          </AppLink>
        ))}
      </nav>
      <BesideTabsPlace />
    </div>
  )
}
