import { PanelLeft } from 'lucide-react'
import { useBranding } from '#client/branding.ts'
import { useWord } from '#client/i18n.ts'
import { startPath } from '#client/redirect.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { BarTools } from './bar-tools.tsx'

/** The slim bar above a full-page screen: no sidebar and no breadcrumb, but company, language, theme and account. */
export function PageBar({ onMenu, onPalette }: { onMenu: () => void; onPalette: () => void }) {
  const say = useWord()
  const { brandText } = useBranding()
  return (
    <header className="sticky top-0 z-10 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 sm:px-4">
      <IconButton
        label={say('nav.open')}
        aria-haspopup="dialog"
        onClick={onMenu}
        icon={<PanelLeft aria-hidden className="size-5" />}
      />
      <AppLink href={startPath} className="flex min-w-0 items-center gap-2 rounded-md">
        <BrandMark className="size-6 shrink-0" />
        <span className="min-w-0 truncate font-semibold">{brandText}</span>
      </AppLink>
      <BarTools onPalette={onPalette} />
    </header>
  )
}
