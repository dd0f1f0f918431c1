/** The axis of a rate in percent: its ends and marks, and whether it begins above zero. */
export type RateAxis = { low: number; high: number; ticks: number[]; cut: boolean }

const steps = [0.5, 1, 2, 5, 10, 20, 25] as const
const most = 5
const hundred = 100
const whole: RateAxis = { low: 0, high: hundred, ticks: [0, 25, 50, 75, hundred], cut: false }
// Decimals of a step are no exact binary numbers.
const exact = (value: number) => Math.round(value * 10) / 10

/** How far along an axis a rate lies, in percent of its length; nothing where it is not known. */
export const shareOf = ({ low, high }: RateAxis, rate: number | null): number =>
  rate === null ? 0 : (hundred * (rate - low)) / (high - low)

/** The ends of a cut axis, beside bars that have none: "98.5–99.5%". */
export const endsOf = ({ cut, low, high }: RateAxis): string | null => (cut ? `${low}–${high}%` : null)

/**
 * An axis from the lowest value, rounded down to a mark, to the first mark over the highest; the whole one where nothing is known, or is asked for.
 * @param values percent; null = not known
 */
export function rateAxis(values: readonly (number | null)[], isWhole = false): RateAxis {
  const known = values.filter((value) => value !== null)
  if (isWhole || known.length === 0) return whole
  const [least, greatest] = [Math.min(...known), Math.max(...known)]
  for (const step of steps) {
    // A line that is at 100 % all the time needs space below it, too.
    const low = Math.min(Math.floor(least / step) * step, hundred - step)
    const high = Math.min(hundred, (Math.floor(greatest / step) + 1) * step)
    const count = Math.round((high - low) / step)
    if (count <= most)
      return {
        low: exact(low),
        high: exact(high),
        ticks: Array.from({ length: count + 1 }, (_, index) => exact(low + index * step)),
        cut: low > 0,
      }
  }
  return whole
}
