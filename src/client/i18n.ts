import { defaultLanguage, isLanguage, type Language, type Values, type Word, word } from '#shared/i18n/index.ts'

const storageKey = 'LOCALE'

function remembered(): Language {
  const stored = sessionStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : defaultLanguage
}

/** The language of this tab. A switch reloads the page (documented), so it never changes while a page lives. */
export const language: Language = remembered()

/** BCP 47 tag for dates, numbers and the `lang` of the page. */
export const locale = language === 'zh' ? 'zh-CN' : 'en-GB'

/** Keeps the choice in session storage and reloads the same address, filters included. */
export function switchLanguage(next: Language): void {
  sessionStorage.setItem(storageKey, next)
  location.reload()
}

/** The text of a word in the language of this tab. */
export const say = (key: Word, values?: Values): string => word(language, key, values)

/** `say` as a hook, so that components read alike should the language ever change without a reload. */
export const useWord = (): typeof say => say

const numbers = new Intl.NumberFormat(locale)

/** A whole or decimal number by the language's habit; "-" for what is not known. */
export const formatNumber = (value: number | null | undefined): string => (value === null || value === undefined ? '-' : numbers.format(value))

/** A percentage with two decimals, as rates are stored; "-" for what is not known. */
export const formatPercent = (value: number | null | undefined): string => (value === null || value === undefined ? '-' : `${value.toFixed(2)}%`)
