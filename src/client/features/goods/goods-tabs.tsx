import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'

const tabs = [
  { path: '/material/index', title: 'route.material', key: 'material' },
  { path: '/material_type/index', title: 'route.materialType', key: 'materialType' },
  { path: '/model/index', title: 'route.model', key: 'model' },
  { path: '/tag_type/index', title: 'route.tagType', key: 'materialType' },
] as const

/** The way between goods, their categories and tags; each is a screen of its own. */
export function GoodsTabs() {
  const say = useWord()
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a narrow screen the tab of this page may lie outside.
    if (path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  const may = { material: useMay('material'), materialType: useMay('materialType'), model: useMay('model') }
  return (
    <nav ref={nav} aria-label={say('goods.tabs')} className="flex gap-4 overflow-x-auto border-b border-line">
      {tabs
        .filter(({ key }) => may[key])
        .map(({ path: href, title }) => (
          <AppLink
            key={href}
            href={href}
            aria-current={href === path ? 'page' : undefined}
            className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {say(title)}
          </AppLink>
        ))}
    </nav>
  )
}
