import { PanelLeft, Search } from 'lucide-react'
import { useBranding } from '#client/branding.ts'
import { useWord } from '#client/i18n.ts'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { AccountPanel } from './account-panel.tsx'
import { CompanySelector } from './company-selector.tsx'
import { commandKey } from './shortcuts.ts'
import { ThemeMenu } from './theme-menu.tsx'

/** The slim bar over a screen that fills the page: no sidebar and no breadcrumb, but company, language, theme and account stay at hand. */
export function PageBar({ onMenu, onPalette }: { onMenu: () => void; onPalette: () => void }) {
  const say = useWord()
  const { brandText } = useBranding()
  return (
    <header className="sticky top-0 z-10 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 sm:px-4">
      <IconButton label={say('nav.open')} aria-haspopup="dialog" onClick={onMenu} icon={<PanelLeft aria-hidden className="size-5" />} />
      <BrandMark className="size-6 shrink-0" />
      <span className="min-w-0 truncate font-semibold">{brandText}</span>
      <div className="ml-auto flex items-center gap-1">
        <span className="hidden md:block">
          <CompanySelector />
        </span>
        <IconButton
          label={`${say('palette.name')} (${commandKey} K)`}
          aria-haspopup="dialog"
          onClick={onPalette}
          icon={<Search aria-hidden className="size-4.5" />}
        />
        <span className="hidden items-center gap-1 md:flex">
          <LanguageButton />
          <ThemeMenu />
        </span>
        <AccountPanel />
      </div>
    </header>
  )
}
