import type { Severity } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'

/** What is told, before it takes the form of a provider. Texts are in the language of the channel and hold what its receiver may read. */
export type Message = {
  /** For programs: `alert.opened`, `channel.test`, `schedule.digest` … */
  type: string
  severity: Severity
  language: Language
  /** The whole of it in one line. */
  title: string
  /** Further lines of plain text. */
  lines: readonly string[]
  link: { text: string; url: string } | null
  /** For programs: ids and figures, thin. */
  data: Readonly<Record<string, unknown>>
  /** When it happened, ISO 8601. */
  at: string
  /** Mail: what belongs to one event forms a thread. */
  thread?: string | undefined
}

/** The form in which a provider takes a message. `query` joins the address. */
export type Envelope = {
  body: string
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/** Bytes of a text in UTF-8: limits of providers are in bytes. */
export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

/** The longest beginning of a text that fits into so many bytes, whole characters only, and `…` where something is missing. */
export function cutToBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  const mark = '…'
  let used = bytesOf(mark)
  let kept = ''
  for (const character of text) {
    used += bytesOf(character)
    if (used > most) break
    kept += character
  }
  return kept + mark
}

/** As many whole lines as fit into so many bytes, joined; the last one says how many are missing. */
export function fitLines(lines: readonly string[], most: number, more: (missing: number) => string): string {
  const whole = lines.join('\n')
  if (bytesOf(whole) <= most) return whole
  for (let kept = lines.length - 1; kept > 0; kept--) {
    const text = [...lines.slice(0, kept), more(lines.length - kept)].join('\n')
    if (bytesOf(text) <= most) return text
  }
  return cutToBytes(lines[0] ?? '', most)
}

/** How many lines are missing, in the language of the message. */
export const moreLines =
  (language: Language) =>
  (missing: number): string =>
    language === 'zh' ? `… 另有 ${missing} 行` : `… ${missing} more lines`

/** Marks of Markdown, mentions and tags in a name, and the wide signs that look alike and mean nothing. */
const wide: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '<': '＜',
  '>': '＞',
  '*': '＊',
  _: '＿',
  '`': '｀',
  '@': '＠',
  '\\': '＼',
}

/** A text that Markdown of the robots shows as it is: none of them has one escape that all of its clients know. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/[[\]<>*_`@\\]/g, (sign) => wide[sign] ?? sign)
    .replace(/[\r\n]+/g, ' ')
    // Marks that mean something at the beginning of a line alone.
    .replace(/^\s*([#+-]|\d+[.)])(?=\s)/, (mark) => `\u200b${mark.trim()}`)
