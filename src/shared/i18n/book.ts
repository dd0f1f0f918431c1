import rosetta from 'rosetta'
import { agree, typeset } from './agree.ts'

export type Values = Record<string, string | number>
type Area<Key extends string> = { zh: Record<Key, string>; en: Record<Key, string> }

// Rosetta splits keys at dots, so they are given to it with another mark.
const flat = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key.replaceAll('.', '|'), text]))

/** Looks words up in one area alone: for words that no screen shows, so that the browser need not load them. */
export function createBook<Key extends string>(
  area: Area<Key>,
): (language: 'zh' | 'en', key: Key, values?: Values) => string {
  const book = rosetta({ zh: flat(area.zh), en: flat(area.en) })
  return (language, key, values = {}) =>
    agree(book.t(key.replaceAll('.', '|'), typeset(language, values), language) || key, values)
}
