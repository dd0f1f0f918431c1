import type { Values } from '#shared/i18n/index.ts'

/** Style of a piece of text, with pdfmake's names. */
export type RunStyle = {
  bold?: boolean
  color?: string
  fontSize?: number
  sub?: boolean
  sup?: boolean
  noWrap?: boolean
}
export type Run = RunStyle & { text: string }

export const colours = {
  ink: '#1c2229',
  muted: '#56606b',
  line: '#c9d0d8',
  sunken: '#eef1f5',
  accent: '#0a5bb0',
  danger: '#b4231f',
  dangerSoft: '#fdecea',
  success: '#0b6b45',
  successSoft: '#e5f4ec',
  caution: '#7a4d00',
  cautionSoft: '#fdf3dd',
  white: '#ffffff',
} as const

/** A4 in points, and its margins. */
export const page = { width: 595.28, height: 841.89, left: 42, right: 42, top: 58, bottom: 50 } as const
export const contentWidth = page.width - page.left - page.right

export const baseSize = 8.5
const secondShare = 0.86
const placeholder = '□'
/** Matches a unit such as kg/h at the end of a text, with its number: a line must not break at its slash. */
const endsInUnit = /^(.* )?([^ ]{0,16}\/[^ ]{1,8})$/s

/**
 * Make a text printable: line breaks and tabs become spaces; invisible characters that reverse, join or hide their
 * neighbours (control characters, direction marks, zero widths, lone surrogates) become a visible box.
 */
export function visible(text: string): string {
  return text
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(/\ufe0f/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffd]/gu, placeholder)
}

export type PaperLanguage = 'zh' | 'en'
/** The languages of a document. All of its texts pass through this; `Word` = a key of its book of words. */
export type Paper<Word extends string> = {
  languages: readonly PaperLanguage[]
  text(text: string, style?: RunStyle): Run[]
  /** Text in each language, the second below the first, smaller. */
  stacked(of: (language: PaperLanguage) => string, style?: RunStyle): Run[]
  /** Text in each language, in one line. */
  inline(of: (language: PaperLanguage) => string, style?: RunStyle): Run[]
  label(word: Word, style?: RunStyle, values?: Values): Run[]
  line(word: Word, style?: RunStyle, values?: Values): Run[]
}

/**
 * Create a paper in one language, or in two with the second below or behind the first; `say` reads its book of words.
 */
export function createPaper<Word extends string>(
  languages: readonly PaperLanguage[],
  say: (language: PaperLanguage, word: Word, values?: Values) => string,
): Paper<Word> {
  const text: Paper<Word>['text'] = (plain, style = {}) => {
    const whole = visible(plain)
    const [, before = '', unit] = endsInUnit.exec(whole) ?? []
    if (unit === undefined) return [{ text: whole, ...style }]
    return [...(before === '' ? [] : [{ text: before, ...style }]), { text: unit, ...style, noWrap: true }]
  }
  const joined = (of: (one: PaperLanguage) => string, style: RunStyle, between: string): Run[] => {
    const [first = '', second] = languages.map(of)
    if (second === undefined || second === first) return text(first, style)
    const smaller = {
      ...style,
      bold: false,
      fontSize: (style.fontSize ?? baseSize) * secondShare,
      ...(style.color ? {} : { color: colours.muted }),
    }
    return [...text(first, style), { text: between, ...smaller }, ...text(second, smaller)]
  }
  const stacked: Paper<Word>['stacked'] = (of, style = {}) => joined(of, style, '\n')
  const inline: Paper<Word>['inline'] = (of, style = {}) => joined(of, style, ' ')
  return {
    languages,
    text,
    stacked,
    inline,
    label: (key, style, values) => stacked((one) => say(one, key, values), style),
    line: (key, style, values) => inline((one) => say(one, key, values), style),
  }
}
