/** A change with its sign, from its formatted number. */
export const signed = (value: number, text: string): string =>
  value > 0 ? `+${text}` : value < 0 ? text.replace('-', '−') : '±0'
