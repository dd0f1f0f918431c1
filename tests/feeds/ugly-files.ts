import iconv from 'iconv-lite'
import { utils } from 'xlsx'
import { workbookOf } from '#tests/support/workbooks.ts'
import {
  allKnown,
  chinese,
  first,
  lines,
  mangledSheet,
  merged,
  numbered,
  type Outcome,
  rows,
  second,
  table,
  text,
  times,
  type UglyFile,
  uglyClient,
  uglyFleet,
  uglySite,
  withFormulas,
  zipOfText,
} from './ugly-rows.ts'

/**
 * Return typical office files: readable ones are read, and each other one is refused with advice how to save it. @param
 * exported our own list, as CSV and as a workbook
 */
export function uglyFiles(exported: { csv: Buffer; xlsx: Buffer }): UglyFile[] {
  const manyLines = Array.from({ length: 5_000 }, (_, index) => [
    `N${String(index).padStart(5, '0')}`,
    'T30',
    uglyClient,
    uglySite,
    '是',
    '29',
  ])
  const own: Outcome = { read: 20, known: 20, created: 0, refused: [] }
  return [
    {
      name: 'gb18030.csv',
      what: 'GB18030, as Excel in China saves CSV',
      bytes: iconv.encode(lines(table), 'gb18030'),
      outcome: allKnown,
    },
    {
      name: 'unicode-text.txt',
      what: 'UTF-16 LE with its mark, tabs: “Unicode text”',
      bytes: iconv.encode(`\uFEFF${lines(table, '\t')}`, 'utf-16le'),
      outcome: allKnown,
    },
    {
      name: 'utf16be.csv',
      what: 'UTF-16 BE with its mark',
      bytes: iconv.encode(`\uFEFF${lines(table)}`, 'utf-16be'),
      outcome: allKnown,
    },
    {
      name: 'bom.csv',
      what: 'UTF-8 with its mark: “CSV UTF-8”',
      bytes: text(`\uFEFF${lines(table)}`),
      outcome: allKnown,
    },
    {
      name: 'semicolons.csv',
      what: 'semicolons, and 29,5 for 29.5',
      bytes: text(lines(table, ';').replace(';29', ';29,5')),
      outcome: allKnown,
    },
    { name: 'tabs.tsv', what: 'tabs', bytes: text(lines(table, '\t')), outcome: allKnown },
    {
      name: 'cr-only.csv',
      what: 'line ends of old Macintoshes',
      bytes: text(lines(table, ',', '\r')),
      outcome: allKnown,
    },
    {
      name: 'empty-lines.csv',
      what: 'empty lines, lines of separators and blanks',
      bytes: text(`\r\n\r\n${lines(table, ',', '\r\n\r\n,,,,,\r\n  \r\n')}`),
      outcome: allKnown,
    },
    {
      name: 'trailing.csv',
      what: 'separators behind the last column',
      bytes: text(lines(table, ',', ',,,\r\n')),
      outcome: allKnown,
    },
    {
      name: 'sep.csv',
      what: 'sep=; on the first line',
      bytes: text(`sep=;\r\n${lines(table, ';')}`),
      outcome: allKnown,
    },
    {
      name: 'line-breaks.csv',
      what: 'line breaks and quotes within a cell that the feed does not use; one within a name',
      bytes: text(
        `序列号,说明,站点,算力\r\n${first},"坏了\r\n又好了 ""真的""",${uglySite},28\r\n${second},,"华东\r\n一号",29\r\n`,
      ),
      // A line break splits the name: neither of its two lines can be read.
      outcome: { read: 3, known: 1, created: 0, refused: ['lineBroken'] },
    },
    {
      name: 'mixed-headings.csv',
      what: 'headings in Chinese and English, with units and marks',
      bytes: text(
        lines([
          [
            '*序列号 Serial No.',
            'Model（型号）',
            '客户/Client',
            'Site 站点',
            '矿工状态(yes/no)',
            '算力 Hash Rate (TH/s)',
          ],
          ...rows,
        ]),
      ),
      outcome: allKnown,
    },
    {
      name: 'merged-header.csv',
      what: 'a title, and headings in two lines, as merged cells are saved',
      bytes: text(`设备上报表,,,,,\r\n序列号,归属,,,运行情况,\r\n,类型,客户,站点,矿工状态,算力\r\n${lines(rows)}`),
      outcome: allKnown,
    },
    {
      name: 'duplicates.csv',
      what: 'a serial twice, and in other letters',
      bytes: text(lines([...table, rows[0] ?? [], (rows[1] ?? []).map((cell) => cell.toLowerCase())])),
      outcome: { read: 5, known: 3, created: 0, refused: ['serialDuplicate', 'serialOtherCase'] },
    },
    {
      name: 'mangled.csv',
      what: 'serials that Excel has changed',
      bytes: text(
        lines([
          ...table,
          ...['2.40512E+11', '240512345678000', '1-Mar', '#REF!', '#N/A'].map((serial) => [
            serial,
            'T30',
            '',
            uglySite,
            '是',
            '29',
          ]),
        ]),
      ),
      outcome: { read: 8, known: 3, created: 0, refused: ['serialMangled'] },
    },
    {
      name: 'times.csv',
      what: 'a time of report in twelve forms, one of which may be two days',
      bytes: text(
        lines([['序列号', '算力', '上报时间'], ...times.map((time, index) => [uglyFleet[index] ?? '', '29', time])]),
      ),
      outcome: { read: 12, known: 11, created: 0, refused: ['timeAmbiguous'] },
    },
    {
      name: 'many.csv',
      what: '5,000 new machines',
      bytes: text(lines([chinese, ...manyLines])),
      outcome: { read: 5_000, known: 0, created: 5_000, refused: [] },
    },
    { name: 'own-export.csv', what: 'our own list of devices', bytes: exported.csv, outcome: own },
    { name: 'own-export.xlsx', what: 'the same as a workbook', bytes: exported.xlsx, outcome: own },
    {
      name: 'formulas.xlsx',
      what: 'formulas, days of a spreadsheet',
      bytes: workbookOf({ 设备: withFormulas() }),
      outcome: allKnown,
    },
    {
      name: 'merged-header.xlsx',
      what: 'a title, and headings in merged cells',
      bytes: workbookOf({ 设备: merged() }),
      outcome: allKnown,
    },
    {
      name: 'mangled.xlsx',
      what: 'a serial of 16 digits, and one that became a day',
      bytes: workbookOf({ 设备: mangledSheet() }),
      outcome: { read: 5, known: 3, created: 0, refused: ['serialMangled'] },
    },
    {
      name: 'second-sheet.xlsx',
      what: 'the devices are on the second sheet, which is named',
      bytes: workbookOf({
        说明: utils.aoa_to_sheet([['请看第二张']]),
        设备: utils.aoa_to_sheet([chinese, ...numbered]),
      }),
      sheet: '设备',
      outcome: allKnown,
    },
    {
      name: 'second-sheet-unnamed.xlsx',
      what: 'the same, without the name of the sheet',
      bytes: workbookOf({
        说明: utils.aoa_to_sheet([['请看第二张']]),
        设备: utils.aoa_to_sheet([chinese, ...numbered]),
      }),
      outcome: { problem: /工作表“说明”的前 20 行中没有序列号列.*请指明其名称（现有：说明, 设备）/ },
    },
    {
      name: 'headless.csv',
      what: 'no headings',
      bytes: text(lines(rows)),
      outcome: { problem: /表头中没有序列号列（serial 或 序列号）/ },
    },
    {
      name: 'old.xls',
      what: 'a workbook of Excel 97',
      bytes: workbookOf({ 设备: utils.aoa_to_sheet([chinese]) }, 'biff8'),
      outcome: { problem: /旧格式（\.xls）.*另存为 \.xlsx/ },
    },
    {
      name: 'page.xls',
      what: 'a web page under the name of a workbook',
      bytes: text('<html><table><tr><td>序列号</td></tr></table></html>'),
      outcome: { problem: /网页.*另存为 \.xlsx/ },
    },
    {
      name: 'cut-off.xlsx',
      what: 'a workbook whose end is missing',
      bytes: workbookOf({ 设备: withFormulas() }).subarray(0, -100),
      outcome: { problem: /已损坏.*另存为 \.xlsx/ },
    },
    {
      name: 'archive.zip',
      what: 'an archive of something else',
      bytes: zipOfText,
      outcome: { problem: /不是 Excel 工作簿.*另存为 \.xlsx/ },
    },
    {
      name: 'picture.csv',
      what: 'a picture under another name',
      bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      outcome: { problem: /不是文本文件，也不是 Excel 工作簿.*另存为 \.xlsx/ },
    },
    { name: 'empty.csv', what: 'nothing', bytes: text('\r\n'), outcome: { problem: /没有任何数据行/ } },
  ]
}
