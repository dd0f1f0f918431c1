import { expect, test } from 'vitest'
import { csvText } from './save-csv.ts'
import { fileNameOf } from './save-file.ts'

test('Write a CSV that a spreadsheet opens with its Chinese names, quotes and line breaks', () => {
  expect(
    csvText([
      ['序列号', '原因'],
      ['A"1', 'x,y\nz'],
    ]),
  ).toBe('\uFEFF序列号,原因\r\n"A""1","x,y\nz"\r\n')
})

test('Keep a day a day in a column of days, and a text in a column of serials', () => {
  expect(csvText([['2026-11-22', '2026-11-22', 1.5]], new Set([1, 2]))).toBe('\uFEFF2026-11-22,2026-11-22\t,1.5\r\n')
})

test('Keep a serial that looks like a formula a text', () => {
  expect(csvText([['=1+1', '@x', '-3', 4, -5, null]])).toBe("\uFEFF'=1+1,'@x,'-3,4,-5,\r\n")
})

test('Keep the Chinese name of a download, and use the fallback if the server sends none', () => {
  expect(
    fileNameOf(`attachment; filename="____.csv"; filename*=UTF-8''${encodeURIComponent('设备列表.csv')}`, 'x.csv'),
  ).toBe('设备列表.csv')
  expect(fileNameOf('attachment; filename="devices.csv"', 'x.csv')).toBe('devices.csv')
  expect(fileNameOf("attachment; filename*=UTF-8''%E8%8", 'x.csv')).toBe('x.csv')
  expect(fileNameOf(null, 'x.csv')).toBe('x.csv')
})
