import { utils, type WorkSheet, write } from 'xlsx'
import { createZip } from '#server/services/spreadsheets/zip-file.ts'

/** Create a workbook with the usual library; use `rawWorkbook` for features that need raw XML. */
export function workbookOf(sheets: Record<string, WorkSheet>, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  return Buffer.from(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

const relations = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="worksheet" Target="${target}"/></Relationships>`

/** Create a workbook of one sheet from the XML of its files. */
export async function rawWorkbook(
  sheet: string,
  parts: { sharedStrings?: string; styles?: string; workbook?: string } = {},
): Promise<Buffer> {
  const zip = createZip()
  const files = {
    'xl/workbook.xml':
      parts.workbook ?? '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': sheet,
    ...(parts.sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': parts.sharedStrings }),
    ...(parts.styles === undefined ? {} : { 'xl/styles.xml': parts.styles }),
  }
  for (const [name, text] of Object.entries(files)) {
    const entry = zip.entry(name)
    await entry.write(text)
    await entry.end()
  }
  return Buffer.from(zip.end())
}

/** Return a cell with an inline text, and a row of such cells. */
export const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const rowOf = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`
export const sheetOfRows = (...rows: readonly string[]): string =>
  `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
