/**
 * Return the points of a line in a box as an SVG path; a day without a value leaves a gap, and a single day is a short
 * stroke.
 */
export function linePath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  [low, high]: readonly [number, number],
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const yOf = (value: number) => height - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * height
  const round = (value: number) => Math.round(value * 10) / 10
  return values
    .map((value, index) => {
      if (value === null) return ''
      const point = `${round(index * step)},${round(yOf(value))}`
      const starts = index === 0 || values[index - 1] === null
      const alone = starts && (index === values.length - 1 || values[index + 1] === null)
      return `${starts ? 'M' : 'L'}${point}${alone ? 'h0.1' : ''}`
    })
    .join('')
}
