import type { Figure } from './bench.ts'

const shown = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

/** Is a figure within its limit? null = it has none. */
export function keeps({ figure, limit, better }: Figure): boolean | null {
  if (limit === null) return null
  return better === 'lower' ? figure <= limit : figure >= limit
}

const width = (text: string) => [...text].length

/** Print the figures for people, who judge them. */
export function printTable(machine: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => {
    const kept = keeps(figure)
    const limit = figure.limit === null ? '' : `${figure.better === 'lower' ? '≤' : '≥'} ${shown(figure.limit)}`
    return [
      figure.measure,
      figure.conditions,
      `${shown(figure.figure)} ${figure.unit}`,
      limit,
      kept === null ? '' : kept ? 'ok' : 'over',
    ]
  })
  const all = [['measure', 'conditions', 'figure', 'limit', ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => width(row[column] ?? ''))))
  console.log(machine)
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
        .join('  ')
        .trimEnd(),
    )
}
