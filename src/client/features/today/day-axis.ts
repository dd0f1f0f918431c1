/** Days that are named under a chart: first, last and those evenly between, few enough not to touch each other. */
export function namedDays(count: number, most: number): number[] {
  if (count <= 0) return []
  if (count === 1 || most < 2) return [count - 1]
  const parts = Math.min(most, count) - 1
  return Array.from({ length: parts + 1 }, (_, index) => Math.round((index * (count - 1)) / parts))
}
