import { withMinus } from '#shared/i18n/agree.ts'

/** Keep a number and its unit on one line. */
export const noBreakSpace = '\u00a0'
const reading = 3
/** A report has its numbers once for all its languages, with the minus sign of its formulas. */
export const printed = (number: string): string => withMinus('en', number)
/** With this many digits, a reader can recalculate a step from its printed inputs and get the printed result. */
export const checkingDigits = 5
const smallestPlain = -5

/**
 * Format a number for reading: at least this many significant digits, and all digits before the decimal point. Very
 * small ones as 1.23e-7.
 */
export function significant(value: number, digits: number = reading): string {
  if (value === 0) return '0'
  const magnitude = Math.floor(Math.log10(Math.abs(value)))
  if (magnitude < smallestPlain) return printed(value.toExponential(digits - 1))
  return printed(value.toFixed(Math.max(0, digits - 1 - magnitude)))
}

/** Format a number as typed, without added or removed digits. */
export const typed = (value: number): string => printed(String(Number(value.toPrecision(12))))

/** Format a result for checking: five significant digits without trailing zeros. */
export function checked(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return printed(String(value))
  return significant(value, checkingDigits)
    .replace(/(\.\d{0,20}?)0{1,20}(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '')
}

/** Format a share as a percentage. */
export const percent = (share: number, digits: number = reading): string =>
  `${significant(100 * share, digits)}${noBreakSpace}%`

/** Return the printed form of a unit of the calculation: /day becomes /d, a pure number has none. */
export const unitText = (unit: string): string => (unit === '-' ? '' : unit.replaceAll('/day', '/d'))

/** Add the unit to a formatted number; a dash for null. */
export const withUnit = (text: string | null, unit: string): string =>
  text === null ? '–' : `${text}${unit === '' || unit === '-' ? '' : `${noBreakSpace}${unitText(unit)}`}`
/** Format a number for reading with its unit; a dash for null. */
export const quantity = (value: number | null, unit: string, digits: number = reading): string =>
  withUnit(value === null ? null : significant(value, digits), unit)
