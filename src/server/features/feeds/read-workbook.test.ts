import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { utils } from 'xlsx'
import { SharedTexts, SheetReader } from '#shared/tables/sheet-reader.ts'
import { expectLinear } from '#tests/support/doubling.ts'
import { readFeed } from '#tests/support/read-feed.ts'
import { refusedAs } from '#tests/support/refusal.ts'
import { rawWorkbook, rowOf, sheetOfRows, textCell, workbookOf } from '#tests/support/workbooks.ts'

const at = (text: string) => Date.parse(text)
const problemOf = (content: Uint8Array, sheet?: string) =>
  readFeed(content, sheet).then(
    () => 'read',
    (error: unknown) => refusedAs(error),
  )
const head = rowOf(textCell('serial'), textCell('hashRate'), textCell('reportedAt'))

describe('A workbook', () => {
  test('Read the first sheet: texts, exact numbers, days as business time, formulas by value', async () => {
    const sheet = utils.aoa_to_sheet([
      ['序列号', '类型', '算力', '矿工状态', '上报时间', '备用'],
      ['A1', 't30', 29.3, true, 46_346.225_694_444_445, 'x'],
      [],
      [240_512_345_678, 'T20', 0.1 + 0.2, '否', '2026-11-20 08:00:00', null],
      [7, 'T20', null, null, null, null],
    ])
    Object.assign(sheet.E2 ?? {}, { z: 'yyyy"年"m"月"d"日" h:mm' })
    Object.assign(sheet.A5 ?? {}, { z: '"SN"0000' })
    Object.assign(sheet, { C5: { t: 'n', v: 18.5, f: 'C2-10.8' } })
    const feed = await readFeed(workbookOf({ 设备: sheet, other: utils.aoa_to_sheet([['serial'], ['B1']]) }))
    expect(feed.lines).toMatchObject([
      {
        line: 2,
        serial: 'A1',
        type: 'T30',
        hashRate: Math.fround(29.3),
        activeWorkerState: true,
        reportedAt: at('2026-11-20T05:25:00+08:00'),
      },
      {
        line: 4,
        serial: '240512345678',
        hashRate: Math.fround(0.3),
        activeWorkerState: false,
        reportedAt: at('2026-11-20T08:00:00+08:00'),
      },
      { line: 5, serial: 'SN0007', hashRate: 18.5, reportedAt: null },
    ])
    expect(feed).toMatchObject({ read: 3, refused: [], ignoredColumns: ['备用'], headerLine: null, localTimes: 2 })
  })

  test('Read a sheet by its name in any letter case, and skip hidden sheets by default', async () => {
    const sheets = { Notes: utils.aoa_to_sheet([['x']]), Devices: utils.aoa_to_sheet([['serial'], ['B1']]) }
    expect((await readFeed(workbookOf(sheets), 'devices')).lines).toMatchObject([{ serial: 'B1' }])
    expect(await problemOf(workbookOf(sheets), 'None')).toBe(
      'FEED_UNREADABLE 没有名为“None”的工作表（现有：Notes, Devices）',
    )
    expect(await problemOf(workbookOf(sheets))).toMatch(
      /工作表“Notes”的前 20 行中没有序列号列.*（现有：Notes, Devices）/,
    )
    expect(await problemOf(Buffer.from('serial\nA1\n'), 'Devices')).toBe(
      'FEED_UNREADABLE 该文件不是 Excel 工作簿，没有工作表可选',
    )
    const hidden =
      '<workbook xmlns:r="r"><sheets><sheet name="Old" state="hidden" r:id="none"/><sheet name="One" r:id="rId1"/></sheets></workbook>'
    expect(
      (await readFeed(await rawWorkbook(sheetOfRows(head, rowOf(textCell('A1'))), { workbook: hidden }))).lines,
    ).toMatchObject([{ serial: 'A1' }])
  })

  test('Find headings below titles and merged groups', async () => {
    const sheet = utils.aoa_to_sheet([
      ['设备上报表'],
      ['制表：张三'],
      ['序列号', '归属', null, '运行', null],
      [null, '客户', '站点', '算力 (TH/s)', '上报时间'],
      ['A1', '甲', '一号', 29, null],
    ])
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 4 } }]
    const feed = await readFeed(workbookOf({ 表: sheet }))
    expect(feed.lines).toMatchObject([{ line: 5, serial: 'A1', client: '甲', site: '一号', hashRate: 29 }])
    expect(feed).toMatchObject({ headerLine: 3, ignoredColumns: [] })
  })

  test('Show a serial that became a day, a rounded number or an error; refuse uncalculated formulas', async () => {
    const cells = [
      '<c s="1"><v>46082</v></c>',
      '<c><v>2405123456789010</v></c>',
      '<c t="e"><v>#REF!</v></c>',
      '<c><f>A1&amp;"x"</f></c>',
    ]
    const rows = cells.map((cell) => rowOf(cell, '<c><v>30</v></c>'))
    const styles = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>'
    const formula = rowOf(textCell('F1'), '<c><f>1+1</f></c>')
    const { lines, refused } = await readFeed(await rawWorkbook(sheetOfRows(head, ...rows, formula), { styles }))
    expect(lines.map(({ serial }) => serial)).toEqual(['1-Mar', '2.40512345678901E+15', '#REF!'])
    expect(refused).toEqual([
      { line: 5, serial: null, reason: 'formulaEmpty' },
      { line: 6, serial: 'F1', reason: 'formulaEmpty' },
    ])
  })

  test('Read files of other programs: prefixes, rich text, shared texts, days from 1904, entities', async () => {
    const sharedStrings =
      '<x:sst><x:si><x:t>serial</x:t></x:si><si><r><t>report</t></r><r><t>edAt</t></r><rPh><t>読</t></rPh></si><si/><si><t>A_x0031_</t></si><si><t xml:space="preserve">site</t></si></x:sst>'
    const sheet = [
      '<x:worksheet><!-- > --><x:dimension ref="A1:C9"/><x:sheetData><x:row r="3">',
      '<x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="C3" t="s"><x:v>1</x:v></x:c><x:c r="D3" t="s"><x:v>4</x:v></x:c></x:row>',
      '<x:row r="9"><x:c r="A9" t="s"><x:v>3</x:v></x:c><x:c r="B9" t="s"><x:v>2</x:v></x:c><x:c r="C9" s="1"><x:v>44885</x:v></x:c>',
      '<x:c r="D9" t="str"><x:f>"a"</x:f><x:v>R&amp;D &#19968;</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    ].join('')
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const workbook =
      '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>'
    const { lines } = await readFeed(await rawWorkbook(sheet, { sharedStrings, styles, workbook }))
    expect(lines).toMatchObject([
      { line: 9, serial: 'A1', site: 'R&D 一', reportedAt: at('2026-11-21T00:00:00+08:00') },
    ])
  })
})

describe('Refuse a file that is no workbook, and say how to save it', () => {
  const whole = workbookOf({
    One: utils.aoa_to_sheet([['serial'], ...Array.from({ length: 500 }, (_, index) => [`A${index}`])]),
  })

  test.each([
    [
      'an old one',
      workbookOf({ One: utils.aoa_to_sheet([['serial'], ['A1']]) }, 'biff8'),
      /旧格式（\.xls）.*另存为 \.xlsx/,
    ],
    ['one that was cut off', whole.subarray(0, whole.length - 200), /已损坏.*另存为 \.xlsx/],
    ['a ZIP file of something else', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /已损坏.*另存为 \.xlsx/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /不是文本文件，也不是 Excel 工作簿.*另存为 \.xlsx/],
    ['a web page', Buffer.from('<html><table><tr><td>serial</td></tr></table></html>'), /网页.*另存为 \.xlsx/],
  ])('%s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toMatch(problem)
  })

  test('Refuse a workbook that claims to be too large, and stop one that does not say so', async () => {
    const claimed = Buffer.from(whole)
    const name = claimed.lastIndexOf('xl/worksheets/sheet1.xml')
    claimed.writeUInt32LE(0x7fff_ffff, name - 46 + 24)
    expect(await problemOf(claimed)).toMatch(/解压后过大/)
    // Ten million zeros in one cell, compressed to ten thousand bytes.
    const zeros = await rawWorkbook(`<worksheet><sheetData><row><c><v>${'0'.repeat(10_000_000)}`)
    expect(zeros.length).toBeLessThan(deflateRawSync(Buffer.alloc(10_000_000, '0')).length + 4_000)
    const begun = performance.now()
    expect(await problemOf(zeros)).toMatch(/已损坏/)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  test('Refuse parts that take too long to read: endless sheets, rows, cells or blank texts', async () => {
    const sheets = `<workbook>${'<sheet/>'.repeat(1_100_000)}</workbook>`
    expect(await problemOf(await rawWorkbook(sheetOfRows(head), { workbook: sheets }))).toMatch(/解压后过大/)
    expect(await problemOf(await rawWorkbook(sheetOfRows(head, '<row/>'.repeat(1_048_577))))).toMatch(/解压后过大/)
    expect(await problemOf(await rawWorkbook(sheetOfRows(head, rowOf('<c/>'.repeat(16_385)))))).toMatch(/已损坏/)
    const texts = `<sst>${'<si><t>          </t></si>'.repeat(800_000)}</sst>`
    expect(await problemOf(await rawWorkbook(sheetOfRows(head), { sharedStrings: texts }))).toMatch(/解压后过大/)
  })

  test('Refuse a sheet without an end as truncated', async () => {
    expect(await problemOf(await rawWorkbook('<worksheet><sheetData><row><c t="str"><v>serial</v></c></row>'))).toMatch(
      /已损坏/,
    )
    expect(await problemOf(await rawWorkbook('<worksheet><sheetData/></worksheet>'))).toBe('FEED_EMPTY')
  })
})

describe('Read a sheet in a time that grows only with its length', () => {
  const none = { texts: [], formats: [], from1904: false }

  test('Ignore blanks in the last column, and do not widen rows for a heading there', async () => {
    const far = (text: string) => `<c r="XFD1" t="inlineStr"><is><t>${text}</t></is></c>`
    const reader = new SheetReader(none)
    expect(reader.push(`<sheetData>${rowOf(far(' '))}${rowOf(textCell('A'), far(' '))}`)).toMatchObject([
      { cells: ['A'] },
    ])
    const { lines } = await readFeed(
      await rawWorkbook(sheetOfRows(rowOf(textCell('serial'), far('x')), rowOf(textCell('A1')))),
    )
    expect(lines).toMatchObject([{ serial: 'A1' }])
  })

  /** Pass the text in pieces, as an inflated file arrives. */
  const inPieces = (text: string, push: (piece: string) => unknown) => {
    for (let from = 0; from < text.length; from += 16_384) push(text.slice(from, from + 16_384))
  }
  const pumped =
    (piece: string, before = '') =>
    (length: number) =>
      before + piece.repeat(Math.floor(length / piece.length))
  const sheets: Record<string, (length: number) => string> = {
    'rows of cells': pumped('<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1"><v>2.5</v></c></row>'),
    'cells of one row': pumped('<c><v>1</v></c>', '<row>'),
    'empty cells': pumped('<c r="A1" s="1"/>', '<row>'),
    'rows without an end': pumped('<row>'),
    'texts in texts': pumped('<t>', '<row><c t="inlineStr">'),
    'many pieces of one text': pumped('<t>x</t>', '<row><c t="inlineStr">'),
    'entities that are none': pumped('&amp', '<row><c><v>'),
    'brackets that nothing closes': pumped('<', '<row><c><v>'),
    'brackets that nothing opens': pumped('>', '<row><c><v>'),
    'comments that nothing closes': pumped('<!--', '<row>'),
    'attributes that nothing closes': pumped(' r="', '<row><c'),
  }
  const readable = (work: () => void) => {
    try {
      work()
    } catch {
      // A cell that is too long is refused.
    }
  }
  test.each(Object.entries(sheets))('%s', async (name, make) => {
    await expectLinear(name, make, (text) => {
      const reader = new SheetReader(none)
      readable(() => inPieces(text, (piece) => reader.push(piece)))
    })
  })
  test.each([
    ['texts', pumped('<si><t>abc</t></si>')],
    ['pieces of one text', pumped('<t>abc</t>', '<si>')],
    ['texts that nothing closes', pumped('<si><t>')],
    ['brackets', pumped('<')],
  ])('%s in the shared texts', async (name, make) => {
    await expectLinear(name, make, (text) => {
      const shared = new SharedTexts()
      readable(() => inPieces(text, (piece) => shared.push(piece)))
    })
  })
})
