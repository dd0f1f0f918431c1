/** A text with the middle digits of every phone in it taken out: none stands whole in a log. Source: trust.md Z2 */
export const withoutPhones = (text: string): string => text.replace(/(?<!\d)(\d{3})\d{4}(\d{4})(?!\d)/g, '$1****$2')

/** The first three and the last four digits, the rest hidden. */
export const maskedPhone = (phone: string | null): string | null =>
  phone === null
    ? null
    : phone.length <= 7
      ? '*'.repeat(phone.length)
      : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`
