import { readDelimited } from '#shared/tables/delimited.ts'
import { decodeBytes } from '#shared/tables/read-table-file.ts'

/** The cells of delimited text, without lines that are wholly empty. */
export const cellsOf = (text: string): string[][] => readDelimited(text).map(({ cells }) => cells)

/** The text of a file in UTF-8, or in GB18030 as Chinese spreadsheets write it. */
export const textOfFile = async (file: Blob): Promise<string> => decodeBytes(new Uint8Array(await file.arrayBuffer()))
