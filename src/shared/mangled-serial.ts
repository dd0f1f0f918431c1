import { halfWidth } from './devices.ts'

/**
 * A number in the form that Excel gives what is too long for a cell: 2.40E+11, in some languages 2,40E+11; other programs leave out the sign,
 * 2.4e11, 2.4D+11. Without sign and decimals, 2E10 is what is printed on machines.
 */
const power = /^\d+(?:[.,]\d+[DE][+-]?|[DE][+-])\d{1,3}$/i
/** What makes a text of a cell in a spreadsheet, and was saved with it: ="T30X1", 'T30X1. */
const typed = /^(?:=|['’‘])/
/** An error of a formula, or a cell too narrow for its number: #REF!, #NAME?, #N/A, #####. */
const failure = /^#(?:[\p{L}\d/_]+[!?]|N\/A|NV|GETTING_DATA|#+)$/iu
/** Excel keeps 15 digits of a number and fills up with zeros. */
const longNumber = /^\d{12,}000(?:[.,]0+)?$/
/** A serial such as MAR1 or 1-2 that became a day: 1-Mar, Mar-01, 3月1日, 2026年3月1日, 01.03.2026. */
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const day = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日|\\d{1,2}\\.\\d{1,2}\\.\\d{4})$`,
  'i',
)
/** The same where days are written with slashes, as in China: 2026/11/5, 5/11/2026, 1/2; and times: 12:30 of 1230. Days with hyphens are printed on machines. */
const slashed = /^(?:\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,3}:\d{2}(?::\d{2})?)$/
/** A truth value in the languages of spreadsheets, what is left of zeros, and numbers as a format shows them: 12%, 1,234, -1, 1.0, ¥100. */
const value =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|vero|waar|onwaar|真|假|0|-?\d+(?:[.,]\d+)?%|[-+]?\d{1,3}(?:,\d{3})+|[-+]?\d+[.,]\d+|-\d+|[¥$€£][ \d.,-]+)$/i
/** The address of a cell in place of its value: $A$1. */
const cell = /^\$[A-Z]{1,3}\$\d{1,7}$/i

const forms = [power, typed, failure, longNumber, day, slashed, value, cell]

/** Words of programs and of lines below a table that are in the column of serials and name no machine. */
const nothing =
  /^(?:null|undefined|nan|none|nil|n\.?\/?a\.?|sum|average|avg|(?:sub|grand)?[ -]?total|serial(?:[ _-]?(?:no|number))?|第\d+页|共\d+[条台行页])[:.]?$/i
/** The same in Chinese: totals, notes, headings, and what stands for nothing yet. */
const nothingInChinese =
  /^(?:合计|总计|小计|平均值?|共计|备注|说明|制表人?|审核人?|待定|暂无|无|未知|空|测试|序号|序列号|设备序列号|编号)[:.]?$/
/** Is this no serial at all, whatever the fleet holds? Full-width signs are as others. */
export function isNoSerial(text: string): boolean {
  const plain = text.normalize('NFKC')
  return nothing.test(plain) || nothingInChinese.test(plain)
}

/** Is this what a spreadsheet made of a serial? Asked of those that the fleet does not know: a machine may be called so. Full-width signs are as others. */
export function isMangledSerial(serial: string): boolean {
  const plain = serial.normalize('NFKC')
  return forms.some((form) => form.test(plain))
}

/** Why a serial that the fleet does not know is that of no new machine: a spreadsheet made it, or a Chinese keyboard that was left in full width. */
export function unfitSerial(serial: string): 'serialMangled' | 'serialFullWidth' | null {
  if (isMangledSerial(serial)) return 'serialMangled'
  return halfWidth(serial) === serial ? null : 'serialFullWidth'
}
