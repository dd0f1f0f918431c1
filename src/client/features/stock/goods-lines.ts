import { isCounted, stockNumber } from '#shared/stock.ts'

/** A line of an editor: goods and their number, as typed. `key` is only for React. */
export type GoodsLine = {
  key: string
  materialId: number | null
  name: string
  unit: string | null
  number: string
  notes: string
}

let made = 0
export const emptyLine = (): GoodsLine => {
  made += 1
  return { key: `new-${made}`, materialId: null, name: '', unit: null, number: '', notes: '' }
}
export const lineOf = (goods: {
  materialId: number
  name: string
  unit: string | null
  number: number
  notes?: string | null
}): GoodsLine => ({
  ...goods,
  key: String(goods.materialId),
  number: String(goods.number),
  notes: goods.notes ?? '',
})

const typedNumber = /^\d{1,9}(\.\d{1,3})?$/
type Typed = Pick<GoodsLine, 'number' | 'unit'>
const readNumber = (text: string): number | null => {
  const plain = text.normalize('NFKC').trim()
  return typedNumber.test(plain) ? stockNumber(Number(plain)) : null
}
/** Whether the number has decimals although the goods are counted in pieces. */
export function isFractionOfPiece({ number, unit }: Typed): boolean {
  const value = readNumber(number)
  return value !== null && !Number.isInteger(value) && isCounted(unit)
}
/**
 * The number of a line; null if it is no number with at most three decimals, or no whole number of pieces. Full-width
 * digits are accepted.
 */
export const numberOf = (line: Typed): number | null => (isFractionOfPiece(line) ? null : readNumber(line.number))
/** Whether a line is empty. */
export const isBlank = ({ materialId, number }: GoodsLine): boolean => materialId === null && number.trim() === ''
