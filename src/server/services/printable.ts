import { hasGlyph } from './report-fonts.ts'

const plain = /^[\n\x20-\x7e]*$/
/** Marks that have no picture: joiners, directions, variation selectors. Left in, a direction would turn the text after it round. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu
const control = /[^\n\P{Cc}]/gu
const missing = '□'
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

const usual = new Set('\n')
/** True for a character that is printed as it is. Remembered, because every report asks for the same ones. */
function isUsual(character: string): boolean {
  if (usual.has(character)) return true
  if (character.replace(unseen, '').replace(control, '') === '' || !hasGlyph(character)) return false
  usual.add(character)
  return true
}

/** A grapheme by the characters that the font has; one box for those that it has not, such as an emoji of several characters. */
function drawn(grapheme: string): string {
  const seen = [...grapheme.replace(unseen, '')]
  const known = seen.filter((character) => character === '\n' || hasGlyph(character))
  return known.join('') + (known.length === seen.length ? '' : missing)
}

/** A text as the report can print it: nothing throws, nothing vanishes that can be seen, and what the font lacks is a box. */
export function printableText(text: string): string {
  if (plain.test(text) || [...text].every(isUsual)) return text
  const clean = text.normalize('NFC').replace(/\r\n?/g, '\n').replace(control, ' ')
  return Array.from(graphemes.segment(clean), ({ segment }) => drawn(segment)).join('')
}

/** Latin, the usual Han characters and their punctuation, which every report can print: for them no font has to be read. */
const common = /^[\n\x20-\x7e\u3001-\u3011\u4e00-\u9fa5\uff01-\uff5e]*$/

/** What of a text the report could only print as a box, each once; marks without a picture, such as directions, are left out of a report and do not count. */
export function unprintableCharacters(text: string): string[] {
  if (common.test(text)) return []
  const clean = text.normalize('NFC').replace(control, ' ')
  const lost = Array.from(graphemes.segment(clean), ({ segment }) => segment.replace(unseen, '')).filter((segment) =>
    [...segment].some((character) => !hasGlyph(character)),
  )
  return [...new Set(lost)]
}

/** Plain data with every text in it printable; bytes stay as they are. */
export function printable<Data>(data: Data): Data
export function printable(data: unknown): unknown {
  if (typeof data === 'string') return printableText(data)
  if (Array.isArray(data)) return data.map((item: unknown) => printable(item))
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]: [string, unknown]) => [key, printable(value)]))
}
