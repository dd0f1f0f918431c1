import { byteOrderMark, csvLines } from '#shared/csv.ts'
import { saveFile } from './save-file.ts'

/** With BOM and CRLF, so that Excel opens it with Chinese names intact. */
export const csvText = (rows: readonly (readonly (string | number | null)[])[], texts?: ReadonlySet<number>): string =>
  byteOrderMark + csvLines(rows, texts)

/** `texts` = columns of names and serials, which are no number and no day. */
export const saveCsv = (
  fileName: string,
  rows: readonly (readonly (string | number | null)[])[],
  texts?: ReadonlySet<number>,
): void => saveFile(`${fileName}.csv`, new Blob([csvText(rows, texts)], { type: 'text/csv;charset=utf-8' }))
