import { numberFormat } from '#client/i18n.ts'

/** Format kg/h or g/kg with four digits. */
export const capacityText = numberFormat({ maximumSignificantDigits: 4 })
/** Format °C, K or % with one decimal. */
export const degreesText = numberFormat({ maximumFractionDigits: 1 })
/** Format m³/h without decimals. */
export const wholeText = numberFormat({ maximumFractionDigits: 0 })
