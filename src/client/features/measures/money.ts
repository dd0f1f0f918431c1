import { locale } from '#client/i18n.ts'

const yuan = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'CNY',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Format an amount in yuan with two decimals in the style of the language; "-" for none. */
export const formatMoney = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '-' : yuan.format(amount)
