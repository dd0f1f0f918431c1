import { attributeOf, tagsOf } from './xml.ts'

/** The meaning of a number by the format of its cell. */
export type NumberKind = 'plain' | 'day' | 'percent'

/** Return the texts to which cells refer by index; phonetic readings of Chinese and Japanese are left out. */
export function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let reading = false
  let text = ''
  for (const { name, isEnd, isEmpty, before } of tagsOf(xml)) {
    if (name === 'rPh') reading = !isEnd && !isEmpty
    else if (name === 't' && isEnd && !reading) text += before
    else if (name === 'si' && (isEnd || isEmpty)) {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

const dayFormats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const percentFormats = new Set([9, 10])
function kindOf(id: number, code: string | undefined): NumberKind {
  if (percentFormats.has(id) || code?.includes('%')) return 'percent'
  const letters = code?.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '') ?? ''
  return dayFormats.has(id) || (/[yd]/i.test(letters) && !/general/i.test(letters)) ? 'day' : 'plain'
}

/** The format of a number that is shown with more digits or with surrounding texts: SN0042 by the format "SN"0000. */
export type Padding = { before: string; digits: number; behind: string }
const literal = '(?:"[^"]*"|\\\\.)*'
const padded = new RegExp(`^(${literal})(0+)(${literal})$`)
const shown = (literals: string): string =>
  literals.replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, single?: string) => quoted ?? single ?? '')
function paddingOf(code: string | undefined): Padding | null {
  const parts = padded.exec(code ?? '')
  if (!parts) return null
  const [, before = '', zeros = '', behind = ''] = parts
  return { before: shown(before), digits: zeros.length, behind: shown(behind) }
}

/** The number format of a cell style. `padding` only for whole numbers. */
export type NumberFormat = { kind: NumberKind; padding: Padding | null }
/** Return the number formats by the index of the cell style. */
export function numberFormats(xml: string): NumberFormat[] {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let inCells = false
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'numFmt') codes.set(Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode') ?? '')
    else if (tag.name === 'cellXfs') inCells = !tag.isEnd && !tag.isEmpty
    else if (tag.name === 'xf' && inCells && !tag.isEnd) {
      const id = Number(attributeOf(tag, 'numFmtId'))
      const code = codes.get(id)
      formats.push({ kind: kindOf(id, code), padding: paddingOf(code) })
    }
  }
  return formats
}
/** Return the kinds of numbers by the index of the cell style. */
export const numberKinds = (xml: string): NumberKind[] => numberFormats(xml).map(({ kind }) => kind)

const msPerDay = 86_400_000
/**
 * Convert a day number. Spreadsheets count 1900 as a leap year: day 60 never existed, and later days are one too high.
 */
export function dayText(serial: number, from1904: boolean): string {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const date = new Date(epoch + Math.floor(serial) * msPerDay)
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10)
}

/** Parse "BC12" to line 12, column 54 (from 0); null = not a reference. */
export function placeOf(reference: string | null): { line: number; column: number } | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '')
  if (!found) return null
  const column = [...(found[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { line: Number(found[2]), column }
}
/** Convert 54 to "BC". */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (column % 26))
}
