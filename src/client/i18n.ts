import rosetta from 'rosetta'
import { agree } from '#shared/i18n/agree.ts'
// Types alone: the words of every area together are more than the sign-in page needs.
import type { Language, Values, Word } from '#shared/i18n/index.ts'

const storageKey = 'LOCALE'

/** The language of this tab: Chinese unless English was chosen. A switch reloads the page (documented), so it never changes while a page lives. */
export const language: Language = sessionStorage.getItem(storageKey) === 'en' ? 'en' : 'zh'

/** BCP 47 tag for dates, numbers and the `lang` of the page. */
export const locale = language === 'zh' ? 'zh-CN' : 'en-GB'

/** Keeps the choice in session storage and reloads the same address, filters included. */
export function switchLanguage(next: Language): void {
  sessionStorage.setItem(storageKey, next)
  location.reload()
}

type Area = { zh: Record<string, string>; en: Record<string, string> }
const book = rosetta<Record<string, string>>()
book.locale(language)

/** Makes the words of further areas known; the frame does so before the first screen. */
export function addWords(areas: readonly Area[]): void {
  // Rosetta splits keys at dots, so they are given to it with another mark.
  for (const area of areas)
    book.set(
      language,
      Object.fromEntries(Object.entries(area[language]).map(([key, text]) => [key.replaceAll('.', '|'), text])),
    )
}
// The build makes a file of each language of what is imported like this: a page loads the words that it says (`scripts/build/one-language.ts`).
addWords((await import('./start-words.ts')).startWords)

/** The text of a word in the language of this tab; `{{name}}` in it is replaced by `values.name`. */
export const say = (key: Word, values: Values = {}): string => sayTitle(key, values)

/** The words of a title whose key the server gave; a key that nobody knows is shown as it is. */
export const sayTitle = (key: string, values: Values = {}): string =>
  agree(book.t(key.replaceAll('.', '|'), values) || key, values)

/** The text of a word that an area may or may not have; null = it has none. */
export function sayIfKnown(key: string, values: Values = {}): string | null {
  const said = sayTitle(key, values)
  return said === key ? null : said
}

/** `say` as a hook, so that components read alike should the language ever change without a reload. */
export const useWord = (): typeof say => say

const numbers = new Intl.NumberFormat(locale)

/** A whole or decimal number by the language's habit; "-" for what is not known. */
export const formatNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : numbers.format(value)

/** A number with this many decimals; "-" for what is not known. */
export const formatDecimal = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined
    ? '-'
    : value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A percentage with two decimals, as rates are stored; "-" for what is not known. */
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : `${value.toFixed(2)}%`
