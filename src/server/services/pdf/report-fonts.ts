import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of fontkit's parsed font that we use. */
type ParsedFont = { hasGlyphForCodePoint(codePoint: number): boolean; layout(text: string): unknown }
type FontStream = { buffer: Uint8Array }
type Fontkit = {
  create(bytes: Uint8Array): ParsedFont
  /** `format` is called with `new`. */
  registerFormat(format: ((stream: FontStream) => ParsedFont) & { probe(bytes: Uint8Array): boolean }): void
}

const require = createRequire(import.meta.url)

/**
 * Return the copy of fontkit that pdfkit uses: a format registered with another copy would never be called. Loaded at
 * the first use, because most commands and starts print nothing.
 */
function fontkit(): Fontkit {
  const pdfmake = createRequire(require.resolve('pdfmake'))
  return createRequire(pdfmake.resolve('pdfkit'))('fontkit')
}

const files = {
  normal: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
}
export type FontWeight = keyof typeof files

/** One character of each kind that reports print, so that their font tables are read before the first report. */
const everyKind = '冷库 Report 0123456789.,:·–≤°C m³/h'
const fonts = new Map<string, ParsedFont>()
const markOf = (weight: FontWeight): string => `coldfleet-font:${weight}`
const fontBehind = (bytes: Uint8Array): ParsedFont | undefined => fonts.get(Buffer.from(bytes).toString('latin1'))

/**
 * Return a parsed font for one document. Tables are shared; glyphs are not, because a glyph remembers the character
 * that first used it, and a search in one document must not find a character of another.
 */
const forOneDocument = (font: ParsedFont): ParsedFont => Object.create(font, { _glyphs: { value: {}, writable: true } })

let normal: ParsedFont | null = null
/**
 * Return the font that decides which characters can be printed; only its character map is read until a report is laid
 * out.
 */
function normalFont(): ParsedFont {
  normal ??= fontkit().create(readFileSync(files.normal))
  return normal
}

/**
 * Return the parsed font behind a mark. pdfkit would parse a font file again for each document, so it gets a mark
 * instead of the file.
 */
function markedFont({ buffer }: FontStream): ParsedFont {
  const font = fontBehind(buffer)
  if (!font) throw new Error('no font is known by this mark')
  return forOneDocument(font)
}
markedFont.probe = (bytes: Uint8Array): boolean => fontBehind(bytes) !== undefined

/**
 * Read and parse the fonts of the reports, once in a thread.
 * @returns the mark to give to pdfkit in place of each font file
 */
export function loadFonts(): Record<FontWeight, Uint8Array> {
  if (fonts.size === 0) {
    fontkit().registerFormat(markedFont)
    for (const weight of ['normal', 'bold'] as const) {
      const font = weight === 'normal' ? normalFont() : fontkit().create(readFileSync(files[weight]))
      font.hasGlyphForCodePoint(0)
      forOneDocument(font).layout(everyKind)
      fonts.set(markOf(weight), font)
    }
  }
  return { normal: Buffer.from(markOf('normal')), bold: Buffer.from(markOf('bold')) }
}

/** Return whether the font has a glyph for a character. */
export const hasGlyph = (character: string): boolean => normalFont().hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
