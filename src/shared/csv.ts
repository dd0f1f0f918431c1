type CsvValue = string | number | null

/** A text that a spreadsheet would run as a formula; full-width signs and signs behind blanks count, because some programs read them alike. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/** A program that splits at semicolons or tabs begins a cell behind each of them, and behind each line break, also inside quotes that do not begin its own cell. */
const beginsLater = /[;\t\r\n]/
// What comes behind is asked first: a long run of blanks would be gone over anew at each of them.
const laterFormula = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n][\s"]*)/g
const laterText = /'(?=[=+\-@＝＋－＠])(?<=[;\t\r\n][\s"]*')/g
const withoutLaterFormula = (text: string): string => (beginsLater.test(text) ? text.replace(laterFormula, "'") : text)
/** A formula becomes a text by a leading apostrophe. Source: trust.md X1 */
export const neutral = <Value extends CsvValue>(cell: Value): Value | string =>
  typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
/** What a file of ours meant before `neutral`. */
export const meant = (text: string): string => {
  const whole = beginsLater.test(text) ? text.replace(laterText, '') : text
  return whole.startsWith("'") && formula.test(whole.slice(1)) ? whole.slice(1) : whole
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/**
 * What Excel and LibreOffice would take for a number, a day or a time and show as another one: 0012345 as 12345, 123456789012 as
 * 1.23E+11, 1E5 as 100000, 12E-3 as 0.012, 3-12 and 5-MAR as days in March, 20-11-12 as one in 2020, 12:30 as half past twelve.
 * YYYY-MM-DD is left alone: it is a day, in our own columns of days. Columns of texts know better, see `convertible`.
 */
const altered = new RegExp(
  [
    '^(0\\d+|\\d{12,}|\\d+(\\.\\d*)?e[+-]?\\d+|\\d{1,3}(,\\d{3})+|\\d{1,2}:\\d{2}(:\\d{2})?|\\d{1,4}[-/]\\d{1,4}',
    `(?!\\d{4}-\\d{2}-\\d{2}$)\\d{1,4}([-/.])\\d{1,2}\\5\\d{1,4}|\\d{1,4}[-/]?(${months})[a-z]{0,6}([-/]?\\d{1,4})?)$`,
  ].join('|'),
  'i',
)
/** MAR5 and SEPT-2 are days to Excel, too. */
const alteredName = new RegExp(`^(${months})[a-z]{0,6}[-/]?\\d{1,4}$`, 'i')
const amount = '[\\d.,]+'
/**
 * What they take besides for something else than a text, by what LibreOffice 7.4 made of it on opening (plain, and with special numbers
 * detected, in English, Chinese and German) and by Excel's own forms. In a column of texts nothing of it is a number or a day: serials
 * such as 2026-11-22 or 1.50 are printed on machines.
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
/** Some programs read full-width signs as the plain ones. */
const plainWidth = (text: string): string => (/[\uFF01-\uFF5E\uFFE5]/.test(text) ? text.normalize('NFKC') : text)

/**
 * Such a text gets a tab behind it. Neither program takes quotes for a sign of text; ="0012345" is a formula, and we write none; an
 * apostrophe is shown. With a tab behind it both keep the text as it is printed on the machine, and anyone who reads it trims the tab:
 * our own imports, search fields and lists of pasted serials do.
 */
const asText = (text: string, pattern: RegExp): string => (pattern.test(text) ? `${text}\t` : text)
/** The same in a column of texts, of whatever `asText` has left as it was. */
function wholeText(text: string): string {
  if (text.endsWith('\t')) return text
  const plain = plainWidth(text)
  return convertible.test(plain) || (plain !== text && (altered.test(plain) || /^\d+$/.test(plain)))
    ? `${text}\t`
    : text
}

/** What is in quotes: the separator, the quote itself, and line breaks, the single ones of other systems too. */
const quoted = /[",\r\n]/
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isLatin = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isHan = (code: number): boolean => code >= 0x4e00 && code <= 0x9fff
/** What begins with a letter and may be a day or a truth value begins like this. */
const wordLike = new RegExp(`^(?:${months}|true|false)`, 'i')

/** Chinese characters and Latin letters, with which most cells begin, begin no formula and no number: nothing but `wordLike` has to be asked there. */
function csvCell(cell: CsvValue, isText: boolean): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
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
 * Rows by RFC 4180, which a spreadsheet shows as they are and runs nothing of; a file begins with `byteOrderMark`.
 * Our own, because the package takes five times as long as everything else that a large export does together.
 * @param texts columns of names and serials: whatever looks like a number or a day in them is none
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

/** Without it Excel takes Chinese for another encoding. */
export const byteOrderMark = '\uFEFF'
