import { numberFormat } from '#client/i18n.ts'

const digits = numberFormat({ minimumSignificantDigits: 4, maximumSignificantDigits: 4 })
const sizes = numberFormat({ maximumFractionDigits: 3 })
const wholes = numberFormat({ maximumFractionDigits: 0 })
const shares = numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const changes = numberFormat({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const precise = numberFormat({ maximumSignificantDigits: 6, useGrouping: false })

/** Differences below this are rounding errors, in any unit. */
const nothing = 1e-9
const scientificBelow = 1e-4
const unknown = '–'

/** Format a number for reading: four significant digits without rounding the integer part; "–" for an unknown value. */
export function figure(value: number | null): string {
  if (value === null) return unknown
  if (Math.abs(value) < nothing) return '0'
  return Math.abs(value) >= 1_000 ? wholes(value) : digits(value)
}
/** Format a size as typed, without trailing zeros. */
export const sizeText = (value: number | null): string => (value === null ? unknown : sizes(value))
/** Format a number with enough digits to compute a step again. */
export const exactFigure = (value: number): string =>
  value !== 0 && Math.abs(value) < scientificBelow ? value.toExponential(5) : precise(value)
/** Format a share as a percentage with one decimal. */
export const shareText = (share: number | null): string => (share === null ? unknown : shares(share))
/** The relative change from the present value, with its sign; null where nothing can be compared. */
export const changeText = (value: number, present: number): string | null =>
  present < nothing || Math.abs(value / present - 1) < 5e-4 ? null : changes(value / present - 1)
/** Units as printed: "day" becomes "d", and a pure number has none. */
export const unitText = (unit: string): string => (unit === '-' ? '' : unit.replaceAll('/day', '/d'))
