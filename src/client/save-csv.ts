import { byteOrderMark, csvLines } from '#shared/csv.ts'
import { saveFile } from './save-file.ts'

/** Return CSV text with BOM and CRLF, so that Excel shows Chinese names correctly. */
export const csvText = (rows: readonly (readonly (string | number | null)[])[], texts?: ReadonlySet<number>): string =>
  byteOrderMark + csvLines(rows, texts)

/** `texts` = indexes of columns with names and serials, which must not become numbers or days. */
export const saveCsv = (
  fileName: string,
  rows: readonly (readonly (string | number | null)[])[],
  texts?: ReadonlySet<number>,
): void => saveFile(`${fileName}.csv`, new Blob([csvText(rows, texts)], { type: 'text/csv;charset=utf-8' }))
