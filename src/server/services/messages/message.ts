import type { Severity } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'

/**
 * A message independent of any provider. Its texts are in the language of the channel and contain only what the
 * receiver may read.
 */
export type Message = {
  /** For programs: `alert.opened`, `channel.test`, `schedule.digest` … */
  type: string
  severity: Severity
  language: Language
  /** A summary in one line. */
  title: string
  /** Further lines of plain text. */
  lines: readonly string[]
  link: { text: string; url: string } | null
  /** For programs: ids and figures only. */
  data: Readonly<Record<string, unknown>>
  /** When it happened, ISO 8601. */
  at: string
  /** For mail: messages of one event form a thread. */
  thread?: string | undefined
}

/** The format in which a provider accepts a message. `query` is added to the URL. */
export type Envelope = {
  body: string
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/** Return the bytes of a text in UTF-8: limits of providers are in bytes. */
export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

/** Cut a text to `most` bytes, at whole characters, with `…` at a cut. */
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

/** Join as many whole lines as fit into `most` bytes; the last line says how many are missing. */
export function fitLines(lines: readonly string[], most: number, more: (missing: number) => string): string {
  const whole = lines.join('\n')
  if (bytesOf(whole) <= most) return whole
  for (let kept = lines.length - 1; kept > 0; kept--) {
    const text = [...lines.slice(0, kept), more(lines.length - kept)].join('\n')
    if (bytesOf(text) <= most) return text
  }
  return cutToBytes(lines[0] ?? '', most)
}

/** Format the number of missing lines, in the language of the message. */
export const moreLines =
  (language: Language) =>
  (missing: number): string =>
    language === 'zh' ? `… 另有 ${missing} 行` : `… ${missing} more lines`

/** Markdown marks, mentions and tags in a name, with the full-width characters that look alike and have no meaning. */
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

/** Make a text literal in the Markdown of the robots: no escape works in all of their clients. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/[[\]<>*_`@\\]/g, (sign) => wide[sign] ?? sign)
    .replace(/[\r\n]+/g, ' ')
    // Marks that have a meaning only at the start of a line.
    .replace(/^\s*([#+-]|\d+[.)])(?=\s)/, (mark) => `\u200b${mark.trim()}`)
