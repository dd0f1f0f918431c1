import { readDelimited } from '#shared/tables/delimited.ts'
import { decodeBytes } from '#shared/tables/read-table-file.ts'

/** Return the cells of delimited text, without empty lines. */
export const cellsOf = (text: string): string[][] => readDelimited(text).map(({ cells }) => cells)

/** Decode a file in UTF-8, or in GB18030 as Chinese spreadsheets write it. */
export const textOfFile = async (file: Blob): Promise<string> => decodeBytes(new Uint8Array(await file.arrayBuffer()))
