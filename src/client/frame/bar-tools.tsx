import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { AccountPanel } from './account-panel.tsx'
import { AlertBadge } from './alert-badge.tsx'
import { CompanySelector } from './company-selector.tsx'
import { commandKey } from './shortcuts.ts'
import { ThemeMenu } from './theme-menu.tsx'

/** The end of every bar above a screen: company, the bar's own tools, palette, language, theme, account. */
export function BarTools({ onPalette, children }: { onPalette: () => void; children?: ReactNode }) {
  const say = useWord()
  return (
    <div className="ml-auto flex items-center gap-1">
      <span className="hidden md:block">
        <CompanySelector />
      </span>
      {children}
      <AlertBadge />
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
  )
}
