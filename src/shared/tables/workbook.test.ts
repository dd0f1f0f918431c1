import { expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { readDelimited } from './delimited.ts'
import { readTableFile } from './read-table-file.ts'
import { columnLetters, dayText } from './workbook-parts.ts'
import { openZipFile } from './zip.ts'

const bytesOf = (
  sheets: Record<string, ReturnType<typeof utils.aoa_to_sheet>>,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Uint8Array<ArrayBuffer> => {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

test('read the sheets of a workbook with line numbers, texts, numbers, days and percentages', async () => {
  const sheet = utils.aoa_to_sheet([['Typ & "Bauart"', 'Luft'], [], ['CR <1>', 350, 0.6]])
  Object.assign(sheet, { D3: { t: 'n', v: 46_349, z: 'yyyy-mm-dd' } })
  sheet['!ref'] = 'A1:D3'
  Object.assign(sheet.C3 ?? {}, { z: '0%' })
  const sheets = await readTableFile(bytesOf({ Deckblatt: utils.aoa_to_sheet([['x']]), Daten: sheet }))
  expect(sheets.map(({ name }) => name)).toEqual(['Deckblatt', 'Daten'])
  expect(sheets[1]?.lines).toEqual([
    { line: 1, cells: ['Typ & "Bauart"', 'Luft'] },
    { line: 3, cells: ['CR <1>', 350, 60, '2026-11-23'] },
  ])
})

test('read the last value of a formula or report it as empty; repeat merged cells in each line', async () => {
  const sheet = utils.aoa_to_sheet([
    ['A', 1],
    [null, 2],
    [null, 3],
  ])
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 2, c: 0 } }]
  Object.assign(sheet, { B2: { t: 'n', v: 7, f: 'B1+6' }, B3: { t: 'z', f: 'B1+7' } })
  const [read] = await readTableFile(bytesOf({ one: sheet }))
  expect(read?.lines.slice(0, 2).map(({ cells }) => cells)).toEqual([
    ['A', 1],
    ['A', 7],
  ])
  expect(read?.notes).toEqual(
    expect.arrayContaining([
      { line: 1, column: 0, code: 'merged' },
      { line: 2, column: 1, code: 'formula' },
    ]),
  )
})

test('refuse a file that is no workbook, is an old one or exceeds a limit, with the reason', async () => {
  const fine = bytesOf({ one: utils.aoa_to_sheet([['x']]) })
  await expect(readTableFile(fine.slice(0, fine.length - 30))).rejects.toMatchObject({ fault: 'notAWorkbook' })
  await expect(readTableFile(bytesOf({ one: utils.aoa_to_sheet([['x']]) }, 'biff8'))).rejects.toMatchObject({
    fault: 'oldWorkbook',
  })
  await expect(readTableFile(bytesOf({ one: utils.aoa_to_sheet([[]]) }))).rejects.toMatchObject({ fault: 'empty' })
  await expect(readTableFile(new Uint8Array())).rejects.toMatchObject({ fault: 'empty' })
  const large = bytesOf({ one: utils.aoa_to_sheet(Array.from({ length: 100 }, () => ['0'.repeat(30_000)])) })
  await expect(openZipFile(large, 100_000).text('xl/worksheets/sheet1.xml')).rejects.toMatchObject({
    fault: 'tooLarge',
  })
  expect(await openZipFile(large, 10_000_000).text('xl/worksheets/sheet1.xml')).toContain('<worksheet')
})

test('keep the line numbers of delimited text, across quotes and empty lines', () => {
  expect(readDelimited('\uFEFFa;"b\nc"\r\n\r\n1,5;"say ""x"""\n')).toEqual([
    { line: 1, cells: ['a', 'b\nc'] },
    { line: 4, cells: ['1,5', 'say "x"'] },
  ])
  expect(readDelimited('Title\na\tb\n1\t2')).toMatchObject([
    { cells: ['Title'] },
    { cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2'] },
  ])
})

test('format days and columns as spreadsheets do', () => {
  expect([dayText(1, false), dayText(59, false), dayText(61, false), dayText(0, true)]).toEqual([
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
    '1904-01-01',
  ])
  expect([0, 25, 26, 54, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'BC', 'ZZ', 'AAA'])
})
