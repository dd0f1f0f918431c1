import { halfWidth } from './devices.ts'

/**
 * A number in the format that Excel uses if it is too long for a cell: 2.40E+11, in some languages 2,40E+11; other
 * programs omit the sign, 2.4e11, 2.4D+11. Without sign and decimals, 2E10 may be printed on a machine.
 */
const power = /^\d+(?:[.,]\d+[DE][+-]?|[DE][+-])\d{1,3}$/i
/** A spreadsheet's mark for a text cell that was saved with the value: ="T30X1", 'T30X1. */
const typed = /^(?:=|['’‘])/
/** A formula error, or a number in a cell too narrow for it: #REF!, #NAME?, #N/A, #####. */
const failure = /^#(?:[\p{L}\d/_]+[!?]|N\/A|NV|GETTING_DATA|#+)$/iu
/** Excel keeps 15 digits of a number and replaces the others with zeros. */
const longNumber = /^\d{12,}000(?:[.,]0+)?$/
/** A serial such as MAR1 or 1-2 that was converted to a day: 1-Mar, Mar-01, 3月1日, 2026年3月1日, 01.03.2026. */
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const day = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日|\\d{1,2}\\.\\d{1,2}\\.\\d{4})$`,
  'i',
)
/**
 * The same with slashes, as in China: 2026/11/5, 5/11/2026, 1/2; and times: 12:30 from 1230. Days with hyphens are
 * excluded: they are printed on machines.
 */
const slashed = /^(?:\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,3}:\d{2}(?::\d{2})?)$/
/**
 * A truth value in the languages of spreadsheets, the rest of a number of zeros, and formatted numbers: 12%, 1,234, -1,
 * 1.0, ¥100.
 */
const value =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro|vero|waar|onwaar|真|假|0|-?\d+(?:[.,]\d+)?%|[-+]?\d{1,3}(?:,\d{3})+|[-+]?\d+[.,]\d+|-\d+|[¥$€£][ \d.,-]+)$/i
/** The address of a cell instead of its value: $A$1. */
const cell = /^\$[A-Z]{1,3}\$\d{1,7}$/i

const forms = [power, typed, failure, longNumber, day, slashed, value, cell]

/** Words in the column of serials that are no machine: placeholders of programs and lines below a table. */
const nothing =
  /^(?:null|undefined|nan|none|nil|n\.?\/?a\.?|sum|average|avg|(?:sub|grand)?[ -]?total|serial(?:[ _-]?(?:no|number))?|第\d+页|共\d+[条台行页])[:.]?$/i
/** The same in Chinese: totals, notes, headings, and placeholders. */
const nothingInChinese =
  /^(?:合计|总计|小计|平均值?|共计|备注|说明|制表人?|审核人?|待定|暂无|无|未知|空|测试|序号|序列号|设备序列号|编号)[:.]?$/
/** Is this not a serial, whatever the fleet contains? Full-width signs count as ordinary ones. */
export function isNoSerial(text: string): boolean {
  const plain = text.normalize('NFKC')
  return nothing.test(plain) || nothingInChinese.test(plain)
}

/**
 * Has a spreadsheet converted this serial? Only for serials that the fleet does not know, because a machine may have
 * such a serial. Full-width signs count as ordinary ones.
 */
export function isMangledSerial(serial: string): boolean {
  const plain = serial.normalize('NFKC')
  return forms.some((form) => form.test(plain))
}

/**
 * Return why an unknown serial is not that of a new machine: a spreadsheet converted it, or it was typed with
 * full-width letters of a Chinese keyboard.
 */
export function unfitSerial(serial: string): 'serialMangled' | 'serialFullWidth' | null {
  if (isMangledSerial(serial)) return 'serialMangled'
  return halfWidth(serial) === serial ? null : 'serialFullWidth'
}
