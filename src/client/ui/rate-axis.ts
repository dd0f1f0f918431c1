/** The axis of a rate in percent: its ends and ticks, and whether it starts above zero. */
export type RateAxis = { low: number; high: number; ticks: number[]; cut: boolean }

const steps = [0.5, 1, 2, 5, 10, 20, 25] as const
const most = 5
const hundred = 100
const whole: RateAxis = { low: 0, high: hundred, ticks: [0, 25, 50, 75, hundred], cut: false }
// Round away the binary error of decimal steps.
const exact = (value: number) => Math.round(value * 10) / 10

/** Return the position of a rate on an axis, in percent of its length; 0 if the rate is unknown. */
export const shareOf = ({ low, high }: RateAxis, rate: number | null): number =>
  rate === null ? 0 : (hundred * (rate - low)) / (high - low)

/** Return the ends of a cut axis, for bars without an axis: "98.5–99.5%". */
export const endsOf = ({ cut, low, high }: RateAxis): string | null => (cut ? `${low}–${high}%` : null)

/**
 * Return an axis from the lowest value, rounded down to a tick, to the first tick above the highest; the whole axis if
 * no value is known, or if it is requested.
 * @param values percent; null = unknown
 */
export function rateAxis(values: readonly (number | null)[], isWhole = false): RateAxis {
  const known = values.filter((value) => value !== null)
  if (isWhole || known.length === 0) return whole
  const [least, greatest] = [Math.min(...known), Math.max(...known)]
  for (const step of steps) {
    // A line that is always at 100 % also needs space below it.
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

/** The part of a cut axis that the largest series takes at least, so that its own changes are seen, too. */
const largestPart = 0.5

/**
 * Return where the axis of stacked counts starts, so that small parts above a large one are seen: 0, or a round number
 * below the lowest value of the large one.
 * @param lower the counts of the large part, at the foot of the stack
 */
export function stackLow(lower: readonly (number | null)[], totals: readonly number[]): number {
  const known = lower.filter((value) => value !== null)
  if (known.length < totals.length || known.length === 0) return 0
  const [least, greatest] = [Math.min(...known), Math.max(...totals)]
  const above = (greatest - least) / (1 - largestPart)
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, above))))
  const low = Math.floor((greatest - above) / unit) * unit
  // Less than half of the axis is not worth a cut.
  return above === 0 || low < greatest / 2 ? 0 : low
}
