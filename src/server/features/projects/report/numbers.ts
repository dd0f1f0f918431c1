/** Keeps a number beside its unit. */
export const noBreakSpace = '\u00a0'
const reading = 3
/** So many digits let a reader compute a step again from its printed inputs and meet the printed result. */
export const checkingDigits = 5
const smallestPlain = -5

/**
 * A number for reading: at least so many significant digits, and no digit before the decimal point is ever rounded away;
 * very small ones as 1.23e-7.
 */
export function significant(value: number, digits: number = reading): string {
  if (value === 0) return '0'
  const magnitude = Math.floor(Math.log10(Math.abs(value)))
  if (magnitude < smallestPlain) return value.toExponential(digits - 1)
  return value.toFixed(Math.max(0, digits - 1 - magnitude))
}

/** A number as it was typed: no digit more, none less. */
export const typed = (value: number): string => String(Number(value.toPrecision(12)))

/** A result for checking: five significant digits without zeros that say nothing. */
export function checked(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value)
  return significant(value, checkingDigits)
    .replace(/(\.\d{0,20}?)0{1,20}(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '')
}

/** A share as a percentage. */
export const percent = (share: number, digits: number = reading): string =>
  `${significant(100 * share, digits)}${noBreakSpace}%`

/** Units of the calculation as printed: a day is d; nothing for a pure number. */
export const unitText = (unit: string): string => (unit === '-' ? '' : unit.replaceAll('/day', '/d'))

/** A number that is ready for print, with its unit; a dash where there is none. */
export const withUnit = (text: string | null, unit: string): string =>
  text === null ? '–' : `${text}${unit === '' || unit === '-' ? '' : `${noBreakSpace}${unitText(unit)}`}`
/** A number for reading with its unit; a dash where there is none. */
export const quantity = (value: number | null, unit: string, digits: number = reading): string =>
  withUnit(value === null ? null : significant(value, digits), unit)
