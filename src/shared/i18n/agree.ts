const choice = /\[(?:(\w+): )?([\w -]*)\|([\w -]*)\]/g

/**
 * Makes a sentence agree with its numbers: `{{count}} [device waits|devices wait]` takes the first form for 1 and the second for everything
 * else; a number of another name is named: `{{days}} [days: day|days]`.
 */
export const agree = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.includes('[')
    ? text.replace(choice, (_, name: string | undefined, one: string, many: string) =>
        String(values[name ?? 'count']) === '1' ? one : many,
      )
    : text

/** English text has a minus sign before a negative number; a hyphen would read as a dash. */
export const withMinus = (language: 'zh' | 'en', number: string): string =>
  language === 'en' ? number.replace(/^-(?=\d)/, '−') : number

/** Numbers of these names are amounts or the ends of a range; others are ids, years and the like. */
const amounts: ReadonlySet<string> = new Set([
  'count',
  'limit',
  'looked',
  'max',
  'min',
  'models',
  'most',
  'removed',
  'restored',
  'rows',
  'total',
  'undone',
])
const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20 })

/** Return the values of a sentence: amounts are grouped, and negative numbers are as the language writes them. */
export const typeset = (
  language: 'zh' | 'en',
  values: Readonly<Record<string, string | number>>,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? withMinus(language, amounts.has(name) ? grouped.format(value) : String(value))
        : value,
    ]),
  )
