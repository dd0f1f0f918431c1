import { expect, test } from 'vitest'
import { csvText } from './save-file.ts'

test('a CSV opens in a spreadsheet with Chinese names, quotes and line breaks intact', () => {
  expect(
    csvText([
      ['序列号', '原因'],
      ['A"1', 'x,y\nz'],
    ]),
  ).toBe('\uFEFF序列号,原因\r\n"A""1","x,y\nz"\r\n')
})

test('a serial that looks like a formula stays a text', () => {
  expect(csvText([['=1+1', '@x', '-3', 4, -5, null]])).toBe("\uFEFF'=1+1,'@x,'-3,4,-5,\r\n")
})
