type CsvValue = string | number | null

/**
 * A text that a spreadsheet would run as a formula; full-width signs and signs after blanks count, because some
 * programs treat them alike.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * A program that splits at semicolons or tabs begins a cell after each of them, and after each line break, even inside
 * quotes that do not begin its own cell.
 */
const beginsLater = /[;\t\r\n]/
// The lookahead comes first: otherwise a long run of blanks would be scanned again from each blank.
const laterFormula = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n][\s"]*)/g
const laterText = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n][\s"]*')/g
const withoutLaterFormula = (text: string): string => (beginsLater.test(text) ? text.replace(laterFormula, "'") : text)
/** Convert a formula to a text with a leading apostrophe. Source: trust.md X1 */
export const neutral = <Value extends CsvValue>(cell: Value): Value | string =>
  typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
/** Restore the text before `neutral`, in a file that we exported. */
export const meant = (text: string): string => {
  const whole = beginsLater.test(text) ? text.replace(laterText, '') : text
  return whole.startsWith("'") && formula.test(whole.slice(1)) ? whole.slice(1) : whole
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/**
 * Texts that Excel and LibreOffice convert to a number, a day or a time and show differently: 0012345 as 12345,
 * 123456789012 as 1.23E+11, 1E5 as 100000, 12E-3 as 0.012, 3-12 and 5-MAR as days in March, 20-11-12 as one in 2020,
 * 12:30 as half past twelve. YYYY-MM-DD is left unchanged: in our own date columns it is a day. For text columns see
 * `convertible`.
 */
const altered = new RegExp(
  [
    '^(0\\d+|\\d{12,}|\\d+(\\.\\d*)?e[+-]?\\d+|\\d{1,3}(,\\d{3})+|\\d{1,2}:\\d{2}(:\\d{2})?|\\d{1,4}[-/]\\d{1,4}',
    `(?!\\d{4}-\\d{2}-\\d{2}$)\\d{1,4}([-/.])\\d{1,2}\\5\\d{1,4}|\\d{1,4}[-/]?(${months})[a-z]{0,6}([-/]?\\d{1,4})?)$`,
  ].join('|'),
  'i',
)
/** Excel also reads MAR5 and SEPT-2 as days. */
const alteredName = new RegExp(`^(${months})[a-z]{0,6}[-/]?\\d{1,4}$`, 'i')
const amount = '[\\d.,]+'
/**
 * Other texts that spreadsheets convert, found by opening them in LibreOffice 7.4 (plain, and with special numbers
 * detected, in English, Chinese and German) and from Excel's own formats. In a text column none of them is a number or
 * a day: serials such as 2026-11-22 or 1.50 are printed on machines.
 */
const convertible = new RegExp(
  `^(?:${[
    `(?=.*\\d)\\d*[.,]\\d*(e[+-]?\\d+)?|\\d{1,3}([.,'’]\\d{3})+([.,]\\d+)?`,
    `${amount} ?[%$¥€£元]|[$¥€£] ?${amount}|\\(${amount}\\)|${amount}-`,
    '\\d{1,4}:\\d{1,2}(:\\d{1,2}([.,]\\d+)?)?( ?[ap]m?)?|\\d{1,2} ?[ap]m|\\d{1,2}[时時点]\\d{1,2}分(\\d{1,2}秒)?',
    '\\d{4}-\\d{1,2}-\\d{1,2}([T ]\\d{1,2}:\\d{1,2}(:\\d{1,2}([.,]\\d+)?)?)?|\\d{1,2}\\.\\d{1,2}\\.',
    '\\d{2,4}年\\d{1,2}月(\\d{1,2}日)?|\\d{1,2}月\\d{1,2}日|\\d+ \\d+/\\d+',
    `\\d{1,2} (${months})[a-z]{0,6}( \\d{2,4})?|(${months})[a-z]{0,6}[-/ ]\\d{1,2}[-/, ]+\\d{2,4}|true|false`,
  ].join('|')})$`,
  'i',
)
/** Some programs read full-width signs as the ordinary ones. */
const plainWidth = (text: string): string => (/[\uFF01-\uFF5E\uFFE5]/.test(text) ? text.normalize('NFKC') : text)

/**
 * Append a tab to such a text. Neither program treats quotes as a mark of text; ="0012345" is a formula, which we never
 * write; an apostrophe would be shown. With a tab at the end both keep the text as it is printed on the machine, and
 * readers trim the tab: our own imports, search fields and lists of pasted serials do.
 */
const asText = (text: string, pattern: RegExp): string => (pattern.test(text) ? `${text}\t` : text)
/** Do the same in a text column, for the texts that `asText` leaves unchanged. */
function wholeText(text: string): string {
  if (text.endsWith('\t')) return text
  const plain = plainWidth(text)
  return convertible.test(plain) || (plain !== text && (altered.test(plain) || /^\d+$/.test(plain)))
    ? `${text}\t`
    : text
}

/**
 * Characters that require quotes: the separator, the quote itself, and line breaks, also the single ones of other
 * systems.
 */
const quoted = /[",\r\n]/
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLatin = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isHan = (code: number): boolean => code >= 0x4e00 && code <= 0x9fff
/** The beginnings of texts that start with a letter and may be read as a day or a truth value. */
const wordLike = new RegExp(`^(?:${months}|true|false)`, 'i')

/**
 * Format a cell. Most cells begin with Chinese characters or Latin letters, which begin no formula and no number: only
 * `wordLike` has to be checked for them.
 */
function csvCell(cell: CsvValue, isText: boolean): string {
  if (typeof cell !== 'string') return cell === null || !Number.isFinite(cell) ? '' : String(cell)
  const first = cell.charCodeAt(0)
  let text = cell
  if (!isHan(first) && (!isLatin(first) || wordLike.test(cell))) {
    const shown = isLatin(first) ? asText(cell, alteredName) : isDigit(first) ? asText(cell, altered) : neutral(cell)
    text = isText ? wholeText(shown) : shown
  }
  text = withoutLaterFormula(text)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const noTexts: ReadonlySet<number> = new Set()
/**
 * Format rows by RFC 4180 so that a spreadsheet shows them unchanged and runs no formula; a file begins with
 * `byteOrderMark`. Our own code, because the package takes five times as long as all other steps of a large export
 * together.
 * @param texts indexes of columns with names and serials: nothing in them is a number or a day
 */
export function csvLines(rows: readonly (readonly CsvValue[])[], texts: ReadonlySet<number> = noTexts): string {
  let text = ''
  for (const row of rows) {
    let column = 0
    for (const cell of row) {
      if (column > 0) text += ','
      text += csvCell(cell, texts.has(column))
      column += 1
    }
    text += '\r\n'
  }
  return text
}

/** Without it Excel reads Chinese in a wrong encoding. */
export const byteOrderMark = '\uFEFF'
