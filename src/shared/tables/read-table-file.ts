import { readDelimited } from './delimited.ts'
import { TableError, type TableSheet } from './table.ts'
import { readWorkbook } from './workbook.ts'

/** Decode a file in UTF-16 with a byte order mark, in UTF-8, or in GB18030, the encoding of Chinese spreadsheets. */
export function decodeBytes(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Return delimited text as a file of one sheet. */
export const sheetOfText = (text: string): TableSheet => ({ name: '', lines: readDelimited(text), notes: [] })

/** Does a file begin like a spreadsheet: .xlsx, or the older .xls, which is refused with its own reason? */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)

/** Return the sheets of a file by its content, not by its name: a workbook, or delimited text. @throws TableError */
export async function readTableFile(bytes: Uint8Array<ArrayBuffer>): Promise<TableSheet[]> {
  if (isWorkbook(bytes)) return readWorkbook(bytes)
  const sheet = sheetOfText(decodeBytes(bytes))
  if (sheet.lines.length === 0) throw new TableError('empty')
  return [sheet]
}
