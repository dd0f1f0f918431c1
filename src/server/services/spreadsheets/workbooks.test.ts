import { expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import type { Cell } from './spreadsheet.ts'
import { binaryParts } from './table-file.ts'
import { createXls } from './workbook-xls.ts'
import { createXlsx } from './workbook-xlsx.ts'

const header = ['序列号', '名称', '次数']
const hostile = [
  '=1+1',
  '<a & "b">',
  '  blank  ',
  'line\nbreak',
  '_x0041_',
  '\u0007bell',
  '🐉',
  '站'.repeat(300),
  '站'.repeat(300),
  '长'.repeat(40_000),
]
/** Long texts of every length around record boundaries, and a surrogate pair on a boundary. */
const long = [
  'a'.repeat(32_767),
  ...Array.from({ length: 40 }, (_, index) => `${index}${'换行\n🐉'.repeat(800 + index)}`),
]
const rowsOf = (count: number): Cell[][] =>
  Array.from({ length: count }, (_, index) => [`00${index}`, index % 2 === 0 ? '一号站' : null, index / 4])

async function written(format: 'xls' | 'xlsx', rows: Cell[][], rowsOfSheet: number) {
  const book = (format === 'xls' ? createXls : createXlsx)({ sheet: '设备', header, rowsOfSheet })
  for (let start = 0; start < rows.length; start += 1_000) await book.add(rows.slice(start, start + 1_000))
  return read(Buffer.from(await book.end()), { cellFormula: true })
}

test.each(['xls', 'xlsx'] as const)(
  '%s: Return every text as typed, as text, long ones in full, and no cell as a formula',
  async (format) => {
    const texts = [...hostile, ...long]
    const { Sheets, SheetNames } = await written(
      format,
      texts.map((text, index) => [text, String(index), -index]),
      65_535,
    )
    expect(SheetNames).toEqual(['设备'])
    const sheet = Sheets.设备 ?? {}
    const typed = texts.map((text) => (text.length > 32_767 ? `${text.slice(0, 32_766)}…` : text))
    for (const [index, text] of typed.entries()) {
      const cell = sheet[`A${index + 2}`]
      expect(cell.v).toBe(text)
      expect(cell.t).toBe('s')
      expect(cell.f).toBeUndefined()
      expect(sheet[`B${index + 2}`]).toMatchObject({ t: 's', v: String(index) })
      expect(sheet[`C${index + 2}`].t).toBe('n')
    }
  },
)

test.each(['xls', 'xlsx'] as const)(
  '%s: Continue rows beyond a sheet on further sheets, each with its header, none lost',
  async (format) => {
    const rows = rowsOf(2_503)
    const { Sheets, SheetNames } = await written(format, rows, 1_000)
    expect(SheetNames).toEqual(['设备', '设备 2', '设备 3'])
    const read = SheetNames.map((name) => utils.sheet_to_json<Cell[]>(Sheets[name] ?? {}, { header: 1, defval: null }))
    expect(read.map(([head]) => head)).toEqual([header, header, header])
    expect(read.flatMap(([, ...body]) => body)).toEqual(rows)
  },
)

test.each(['xls', 'xlsx'] as const)('%s: Write a list without rows as a sheet with its header', async (format) => {
  const { Sheets } = await written(format, [], 1_000)
  expect(utils.sheet_to_json(Sheets.设备 ?? {}, { header: 1 })).toEqual([header])
})

test.each(['xls', 'xlsx'] as const)(
  '%s: Leave a cell without a number empty, and cut a text before half a character',
  async (format) => {
    const cut = `${'a'.repeat(32_765)}🐉尾`
    const { Sheets } = await written(format, [[Number.NaN, Number.POSITIVE_INFINITY, 0, cut]], 1_000)
    const sheet = Sheets.设备 ?? {}
    expect([sheet.A2?.v, sheet.B2?.v, sheet.C2?.v]).toEqual([undefined, undefined, 0])
    expect(sheet.D2?.v).toBe(`${'a'.repeat(32_765)}…`)
  },
)

test('Keep the process responsive while a fast reader downloads a large file', async () => {
  let turns = 0
  let reading = true
  const count = () => {
    turns += 1
    if (reading) setImmediate(count)
  }
  setImmediate(count)
  let pieces = 0
  for await (const _ of binaryParts(new Uint8Array(2_000_000))) pieces += 1
  reading = false
  expect(pieces).toBe(11)
  expect(turns).toBeGreaterThanOrEqual(pieces - 1)
})
