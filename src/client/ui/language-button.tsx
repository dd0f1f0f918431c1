import { Languages } from 'lucide-react'
import { language, switchLanguage, useWord } from '#client/i18n.ts'
import { buttonStyle } from './button.tsx'
import { classNames } from './class-names.ts'

/** Switch between Chinese and English; the label is written in the other language. */
export function LanguageButton() {
  const say = useWord()
  const other = language === 'zh' ? 'en' : 'zh'
  const shown = other === 'zh' ? '中文' : 'EN'
  return (
    <button
      type="button"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      // A name begins with the visible text, for users who speak to the page.
      aria-label={`${shown}: ${say('nav.switchLanguage')}`}
      title={say('nav.switchLanguage')}
      className={classNames(buttonStyle('quiet'), 'px-2! text-muted')}
      onClick={() => switchLanguage(other)}
    >
      <Languages aria-hidden className="size-4.5" />
      <span aria-hidden>{shown}</span>
    </button>
  )
}
