/**
 * Return the days with a label under a chart: the first, the last and evenly spaced ones, few enough not to overlap.
 */
export function namedDays(count: number, most: number): number[] {
  if (count <= 0) return []
  if (count === 1 || most < 2) return [count - 1]
  const parts = Math.min(most, count) - 1
  return Array.from({ length: parts + 1 }, (_, index) => Math.round((index * (count - 1)) / parts))
}
