import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import xlsx from 'xlsx'
import { seedColumns, seedHeadings } from '#shared/user-import.ts'
import { readRowsFile } from './read-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const known = { columns: seedColumns, headings: seedHeadings }
const read = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return readRowsFile(join(folder, name), known, 'en')
}

test('read a spreadsheet like its CSV, from the sheet with the known headings', async () => {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['notes'], ['ask Anna']]), 'Notes')
  const lines = [
    ['用户名', '手机号', '姓名', '密码', null],
    ['wang', 13_900_000_001, '王', 'Abc!23CDx', null],
    [null, null, null, null, null],
    ['li', '13900000002', null, null, null],
  ]
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(lines), 'Users')
  const rows = await read('users.xlsx', xlsx.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer)
  expect(rows).toEqual([
    { line: 2, userName: 'wang', phone: '13900000001', name: '王', password: 'Abc!23CDx' },
    { line: 4, userName: 'li', phone: '13900000002', name: '', password: '' },
  ])
  const text = await read('users.csv', '用户名,手机号,姓名,密码\nwang,13900000001,王,Abc!23CDx\n\nli,13900000002,,\n')
  expect(rows).toEqual(text)
})

test('refuse an unreadable workbook with advice, and an unknown heading by its name', async () => {
  const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)])
  await expect(read('old.xls', old)).rejects.toMatchObject({
    exitCode: 2,
    word: 'cli.fileMissing',
    values: { problem: expect.stringMatching(/xlsx/) },
  })
  await expect(read('cut.xlsx', Buffer.from('PK\u0003\u0004cut'))).rejects.toMatchObject({
    exitCode: 2,
    word: 'cli.fileMissing',
  })
  for (const broken of ['userName,phone\nwang,1"2"\n', 'userName,phone\nwang,"12\n'])
    await expect(read('quotes.csv', broken)).rejects.toMatchObject({
      exitCode: 2,
      word: 'cli.notCsv',
      values: { path: expect.stringMatching(/quotes\.csv$/), line: 2 },
    })
  await expect(read('shoes.csv', 'userName;constructor\nwang;1\n')).rejects.toMatchObject({
    word: 'cli.unknownColumn',
    values: { column: 'constructor' },
  })
})

test('read rows from JSON lines and from UTF-16 without a byte order mark like from a CSV', async () => {
  const csv = 'userName,phone,name\nwang,13900000001,王\nli,13900000002,李\n'
  const rows = await read('plain.csv', csv)
  const unmarked = Buffer.from(csv, 'utf16le')
  expect(await read('little.csv', unmarked)).toEqual(rows)
  expect(await read('big.csv', Buffer.from(unmarked).swap16())).toEqual(rows)
  const lines = rows.map(({ line: _, ...row }) => JSON.stringify(row))
  expect(await read('users.ndjson', `${lines.join('\n')}\n`)).toEqual(rows.map((row, at) => ({ ...row, line: at + 1 })))
  await expect(read('cut.ndjson', `${lines[0]}\n{"userName":`)).rejects.toMatchObject({
    exitCode: 2,
    word: 'cli.notJson',
  })
})

test('refuse a repeated column and an extra cell by name and line', async () => {
  await expect(read('twice.csv', 'userName,name,USERNAME\nwang,王,li\n')).rejects.toMatchObject({
    exitCode: 2,
    word: 'cli.columnTwice',
  })
  await expect(read('wide.csv', 'userName,name\nwang,王\nli,李,13900000002\n')).rejects.toMatchObject({
    word: 'cli.surplusCell',
    values: { line: 3 },
  })
  // A spreadsheet ends short lines with separators.
  expect(await read('trailing.csv', 'userName,name\nwang,王,,\n')).toEqual([{ line: 2, userName: 'wang', name: '王' }])
})
