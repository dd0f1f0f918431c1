import rosetta from 'rosetta'
import { agree, typeset, withMinus } from '#shared/i18n/agree.ts'
// Only import the types: the words of all areas together are more than the sign-in page needs.
import type { Language, Values, Word } from '#shared/i18n/index.ts'

const storageKey = 'LOCALE'

/**
 * The language of this tab: Chinese unless English was chosen. Switching reloads the page (documented), so it is
 * constant for a loaded page.
 */
export const language: Language = sessionStorage.getItem(storageKey) === 'en' ? 'en' : 'zh'

/** The BCP 47 tag for dates, numbers and the `lang` of the page. */
export const locale = language === 'zh' ? 'zh-CN' : 'en-GB'

/** Store the choice in session storage and reload the same address, filters included. */
export function switchLanguage(next: Language): void {
  sessionStorage.setItem(storageKey, next)
  location.reload()
}

type Area = { zh: Record<string, string>; en: Record<string, string> }
const book = rosetta<Record<string, string>>()
book.locale(language)

/** Add the words of further areas; the frame does so before the first screen. */
export function addWords(areas: readonly Area[]): void {
  // Rosetta splits keys at dots, so replace the dots by another character.
  for (const area of areas)
    book.set(
      language,
      Object.fromEntries(Object.entries(area[language]).map(([key, text]) => [key.replaceAll('.', '|'), text])),
    )
}
// The build splits such an import into one file per language: a page only loads the words of its language
// (`scripts/build/one-language.ts`).
addWords((await import('./start-words.ts')).startWords)

/** Return the text of a word in the language of this tab; `values.name` replaces `{{name}}`. */
export const say = (key: Word, values: Values = {}): string => sayTitle(key, values)

/** Return the text of a title whose key the server sent; an unknown key is returned unchanged. */
export const sayTitle = (key: string, values: Values = {}): string =>
  agree(book.t(key.replaceAll('.', '|'), typeset(language, values)) || key, values)

/** Return the text of a word that an area may not have; null = it has none. */
export function sayIfKnown(key: string, values: Values = {}): string | null {
  const said = sayTitle(key, values)
  return said === key ? null : said
}

/** Return a label with its value, or an action with its object. */
export const labelled = (done: string, name: string): string => say('ui.doneTo', { done, name })

/** `say` as a hook, so that components need no change if the language can ever change without a reload. */
export const useWord = (): typeof say => say

/** Return a formatter of numbers in the format of the language; with a minus sign in both, not a hyphen. */
export function numberFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const { format } = new Intl.NumberFormat(locale, options)
  return (value) => withMinus('en', format(value))
}
const numbers = numberFormat()

/** Format a whole or decimal number in the format of the language; "-" if unknown. */
export const formatNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : numbers(value)

/** Format a number with this many decimals; "-" if unknown. */
export const formatDecimal = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined
    ? '-'
    : numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })(value)

/** Format a percentage with two decimals, as rates are stored; "-" if unknown. */
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : `${value.toFixed(2)}%`
