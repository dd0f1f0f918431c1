import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { plainPath } from '#client/redirect.ts'
import { knownRoutes } from '#client/routes.tsx'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ServerRoute } from '#shared/auth.ts'
import type { Word } from '#shared/i18n/index.ts'
import { menuGroupOf, menuGroups } from '#shared/menu.ts'
import { iconOf } from './icons.ts'

/** The menu: the visible routes under their headings, which fold. Collapsed it shows icons alone, their names as tooltips. */
export function Menu({ collapsed = false, onChoose }: { collapsed?: boolean; onChoose?: () => void }) {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const path = plainPath(location)
  const nav = useRef<HTMLElement>(null)
  const visible = knownRoutes(routes).filter((route) => !route.hidden)
  const here = visible.find((route) => route.path === path)
  const { folded, toggle } = useFolded(here && menuGroupOf(here.section))
  useEffect(() => {
    // The entry of the present screen is in sight, however long the menu is.
    if (path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <nav ref={nav} aria-label={say('nav.name')} className={classNames('grid grid-cols-1 gap-1 p-2', collapsed && 'divide-y divide-line')}>
      {menuGroups.map(({ title, sections }) => {
        const entries = sections.flatMap((section) => visible.filter((route) => route.section === section))
        if (entries.length === 0) return null
        const open = collapsed || !folded.includes(title)
        return (
          <div key={title}>
            {!collapsed && (
              <button
                type="button"
                aria-expanded={open}
                className="flex h-7 w-full items-center justify-between rounded-md px-2.5 text-xs font-medium text-muted hover:bg-hover hover:text-ink pointer-coarse:h-10"
                onClick={() => toggle(title)}
              >
                {say(title)}
                <ChevronDown aria-hidden className={classNames('size-3.5', !open && '-rotate-90')} />
              </button>
            )}
            {open && <Entries entries={entries} title={title} path={path} collapsed={collapsed} onChoose={onChoose} />}
          </div>
        )
      })}
    </nav>
  )
}

type EntriesProps = { entries: readonly ServerRoute[]; title: Word; path: string; collapsed: boolean; onChoose?: () => void }

function Entries({ entries, title, path, collapsed, onChoose }: EntriesProps) {
  const say = useWord()
  return (
    <ul aria-label={say(title)} className={classNames('grid grid-cols-1', collapsed && 'py-1')}>
      {entries.map((route) => {
        const Icon = iconOf(route.icon)
        const name = sayTitle(route.title)
        return (
          <li key={route.path}>
            <AppLink
              href={route.path}
              onClick={onChoose}
              title={collapsed ? name : undefined}
              aria-current={route.path === path ? 'page' : undefined}
              className={classNames(
                'flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-ink hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:h-10',
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
  )
}

const storageKey = 'menu_folded'
const readFolded = (): string[] => (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean)

/** Which headings are folded, remembered; the one over the present screen opens when one comes to it. */
function useFolded(current: string | undefined) {
  const [folded, setFolded] = useState(readFolded)
  useEffect(() => setFolded((before) => before.filter((title) => title !== current)), [current])
  const toggle = (title: string) => {
    const next = folded.includes(title) ? folded.filter((other) => other !== title) : [...folded, title]
    localStorage.setItem(storageKey, next.join(' '))
    setFolded(next)
  }
  return { folded, toggle }
}
