import { locale } from '#client/i18n.ts'

const figures = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 })
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const wholes = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** Format kg/h or g/kg with four digits. */
export const capacityText = (value: number): string => figures.format(value)
/** Format °C, K or % with one decimal. */
export const degreesText = (value: number): string => tenths.format(value)
/** Format m³/h without decimals. */
export const wholeText = (value: number): string => wholes.format(value)
