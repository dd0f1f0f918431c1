const monthLength = 'YYYY-MM'.length

/**
 * Count the months before the first month with data: no chart shows them. Days without data are kept, because a gap
 * between days is information.
 */
export function unknownMonths(labels: readonly string[], lines: readonly (readonly (number | null)[])[]): number {
  if (labels[0]?.length !== monthLength) return 0
  const first = labels.findIndex((_, index) => lines.some((line) => (line[index] ?? null) !== null))
  return Math.max(0, first)
}
