const monthLength = 'YYYY-MM'.length

/** How many months lie before the first of which anything is known: no chart shows them. Days stay, because their gaps are news. */
export function unknownMonths(labels: readonly string[], lines: readonly (readonly (number | null)[])[]): number {
  if (labels[0]?.length !== monthLength) return 0
  const first = labels.findIndex((_, index) => lines.some((line) => (line[index] ?? null) !== null))
  return Math.max(0, first)
}
