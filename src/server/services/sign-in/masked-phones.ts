/** Mask the middle digits of every phone number in a text: no log contains a complete one. Source: trust.md Z2 */
export const withoutPhones = (text: string): string => text.replace(/(?<!\d)(\d{3})\d{4}(\d{4})(?!\d)/g, '$1****$2')

/** Return the first three and the last four digits, the rest masked. */
export const maskedPhone = (phone: string | null): string | null =>
  phone === null
    ? null
    : phone.length <= 7
      ? '*'.repeat(phone.length)
      : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`
