import type { ImportNote } from '#shared/catalogue-import/map-table.ts'
import type { TableFault } from '#shared/tables/table.ts'
import { createBook } from './book.ts'
import { defineWords } from './define.ts'

type Names = `note.${ImportNote['code']}` | `fault.${TableFault}` | 'noteInColumn' | 'noteInLine' | 'inColumn'
/** What reading a maker's table found: files that are none, and how cells were taken. */
const words: { zh: Record<Names, string>; en: Record<Names, string> } = defineWords(
  {
    'fault.notAWorkbook': '文件已损坏，或不是 Excel 工作簿（.xlsx）',
    'fault.oldWorkbook': '这是旧格式（.xls）或有密码的工作簿：请在 Excel 中去除密码并另存为 .xlsx',
    'fault.locked': '工作簿有密码：请去除密码后再导入',
    'fault.tooLarge': '工作簿解压后超过 48 MB',
    'fault.tooManyCells': '工作簿的单元格超过 400,000 个：请只保留型号表',
    'fault.empty': '文件中没有任何内容',
    'note.formula': '公式，取 Excel 上次计算的值',
    'note.formulaEmpty': '公式没有保存计算结果，视为空：请在 Excel 中重新保存，或填入数值',
    'note.merged': '合并单元格，其值用于所覆盖的每一行',
    'note.otherUnit': '“{{value}}”按 {{unit}} 换算',
    'note.leftOut': '不是型号，已略过：{{value}}',
    'note.oddLevel': '{{value}} 相当于同样空气中一般转轮的 {{unit}}：单位是否正确？',
    'note.tooManyLines': '超过 {{value}} 行，未读取任何内容',
    noteInColumn: '第 {{line}} 行，“{{heading}}”列：{{text}}',
    noteInLine: '第 {{line}} 行：{{text}}',
    inColumn: '“{{heading}}”列：{{text}}',
  },
  {
    'fault.notAWorkbook': 'the file is damaged or is not an Excel workbook (.xlsx)',
    'fault.oldWorkbook': 'this is an old Excel workbook (.xls) or has a password: save it as .xlsx without a password',
    'fault.locked': 'the workbook has a password: save it without one',
    'fault.tooLarge': 'the workbook has more than 48 MB when unpacked',
    'fault.tooManyCells': 'the workbook has more than 400,000 cells: keep only the table of models',
    'fault.empty': 'the file is empty',
    'note.formula': 'a formula, read as the value that was last calculated',
    'note.formulaEmpty':
      'a formula without a stored value counts as empty: save the file in Excel again, or write the number',
    'note.merged': 'merged cells: their value counts in each line that they cover',
    'note.otherUnit': '“{{value}}” was converted from {{unit}}',
    'note.leftOut': 'not a model, left out: {{value}}',
    'note.oddLevel': '{{value}} is {{unit}} of what a usual rotor takes in such air: are the units right?',
    'note.tooManyLines': 'more than {{value}} lines, so nothing was read',
    noteInColumn: 'line {{line}}, column “{{heading}}”: {{text}}',
    noteInLine: 'line {{line}}: {{text}}',
    inColumn: 'column “{{heading}}”: {{text}}',
  },
)
const say = createBook<Names>(words)
type Language = 'zh' | 'en'

/** Why a file could not be read. */
export const tableFaultText = (language: Language, fault: TableFault): string => say(language, `fault.${fault}`)

/** How a cell or line was taken, with its place in the file. */
export function importNoteText(language: Language, { line, heading, code, value, unit }: ImportNote): string {
  const text = say(language, `note.${code}`, { value, unit })
  return say(language, heading === '' ? 'noteInLine' : 'noteInColumn', { line, heading, text })
}

/** What is wrong with a cell, with the file's own name of its column where it has one. */
export const inFileColumn = (language: Language, heading: string | null, text: string): string =>
  heading === null ? text : say(language, 'inColumn', { heading, text })
/** The same with its line. */
export const atFileLine = (language: Language, line: number, heading: string | null, text: string): string =>
  heading === null
    ? say(language, 'noteInLine', { line, text })
    : say(language, 'noteInColumn', { line, heading, text })
