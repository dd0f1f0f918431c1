import { locale } from '#client/i18n.ts'

const digits = new Intl.NumberFormat(locale, { minimumSignificantDigits: 4, maximumSignificantDigits: 4 })
const sizes = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
const wholes = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const shares = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const changes = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6, useGrouping: false })

/** Less than this is nothing, whatever the unit: rounding of the last digits. */
const nothing = 1e-9
const scientificBelow = 1e-4
const unknown = '–'

/** A number for reading: four significant digits, but no digit before the point is rounded away; "–" for what is not known. */
export function figure(value: number | null): string {
  if (value === null) return unknown
  if (Math.abs(value) < nothing) return '0'
  return Math.abs(value) >= 1_000 ? wholes.format(value) : digits.format(value)
}
/** A size as it was typed, without zeros at its end. */
export const sizeText = (value: number | null): string => (value === null ? unknown : sizes.format(value))
/** A number with which a reader can compute a step again. */
export const exactFigure = (value: number): string =>
  value !== 0 && Math.abs(value) < scientificBelow ? value.toExponential(5) : precise.format(value)
/** A share as a percentage with one decimal. */
export const shareText = (share: number | null): string => (share === null ? unknown : shares.format(share))
/** By how much of the present value another differs, with its sign; null where there is nothing to compare with. */
export const changeText = (value: number, present: number): string | null =>
  present < nothing || Math.abs(value / present - 1) < 5e-4 ? null : changes.format(value / present - 1)
/** Units as printed: a day is d, nothing for a pure number. */
export const unitText = (unit: string): string => (unit === '-' ? '' : unit.replaceAll('/day', '/d'))
