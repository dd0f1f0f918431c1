import { read } from 'xlsx'
import { textOfPdf } from './pdf-text.ts'

/** Return the text of a file with compressed content: of a workbook, or of a PDF. */
export async function unpacked(file: Buffer): Promise<string> {
  if (file.subarray(0, 4).toString() === '%PDF') return textOfPdf(file)
  return file.subarray(0, 2).toString() === 'PK' ? JSON.stringify(read(file).Sheets) : ''
}
