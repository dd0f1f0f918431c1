import { Languages } from 'lucide-react'
import { language, switchLanguage, useWord } from '#client/i18n.ts'
import { buttonStyle } from './button.tsx'
import { classNames } from './class-names.ts'

/** Switch between Chinese and English; the label is written in the other language. */
export function LanguageButton() {
  const say = useWord()
  const other = language === 'zh' ? 'en' : 'zh'
  return (
    <button
      type="button"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      aria-label={say('nav.switchLanguage')}
      title={say('nav.switchLanguage')}
      className={classNames(buttonStyle('quiet'), 'px-2! text-muted')}
      onClick={() => switchLanguage(other)}
    >
      <Languages aria-hidden className="size-4.5" />
      <span aria-hidden>{other === 'zh' ? '中文' : 'EN'}</span>
    </button>
  )
}
