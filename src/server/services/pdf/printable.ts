import { hasGlyph } from './report-fonts.ts'

const plain = /^[\n\x20-\x7e]*$/
/**
 * Characters without a glyph: joiners, direction marks, variation selectors. A direction mark would reverse the text
 * after it.
 */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu
const control = /[^\n\P{Cc}]/gu
const missing = '□'
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

const usual = new Set('\n')
/** Return whether a character is printed as it is. Cached, because every report uses the same ones. */
function isUsual(character: string): boolean {
  if (usual.has(character)) return true
  if (character.replace(unseen, '').replace(control, '') === '' || !hasGlyph(character)) return false
  usual.add(character)
  return true
}

/**
 * Return the characters of a grapheme that the font has, and one box if any is missing, as in an emoji of several
 * characters.
 */
function drawn(grapheme: string): string {
  const seen = [...grapheme.replace(unseen, '')]
  const known = seen.filter((character) => character === '\n' || hasGlyph(character))
  return known.join('') + (known.length === seen.length ? '' : missing)
}

/** Convert a text for a report: it never throws, keeps every visible character, and replaces missing ones by a box. */
export function printableText(text: string): string {
  if (plain.test(text) || [...text].every(isUsual)) return text
  const clean = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(control, ' ')
  return Array.from(graphemes.segment(clean), ({ segment }) => drawn(segment)).join('')
}

/** Latin, common Han characters and their punctuation, which every report can print without reading a font. */
const common = /^[\n\x20-\x7e\u3001-\u3011\u4e00-\u9fa5\uff01-\uff5e]*$/

/**
 * Return the characters of a text that a report would print as a box, each once; invisible characters, such as
 * direction marks, are omitted from a report and do not count.
 */
export function unprintableCharacters(text: string): string[] {
  if (common.test(text)) return []
  const clean = text.normalize('NFC').replace(control, ' ')
  const lost = Array.from(graphemes.segment(clean), ({ segment }) => segment.replace(unseen, '')).filter((segment) =>
    [...segment].some((character) => !hasGlyph(character)),
  )
  return [...new Set(lost)]
}

/** Return plain data with every text made printable; bytes are unchanged. */
export function printable<Data>(data: Data): Data
export function printable(data: unknown): unknown {
  if (typeof data === 'string') return printableText(data)
  if (Array.isArray(data)) return data.map((item: unknown) => printable(item))
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]: [string, unknown]) => [key, printable(value)]))
}
