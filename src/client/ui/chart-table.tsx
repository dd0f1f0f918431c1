import { formatDecimal } from '#client/i18n.ts'
import { AppLink } from './app-link.tsx'
import { ScrollBox } from './scroll-box.tsx'

export type ChartCell = string | number | null
/** The figures of a chart as rows; `href` leads to the devices behind a row. */
export type ChartData = {
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ChartCell[]; href?: string }[]
}

/** A number that `formatNumber` writes with at most three decimals has this many. */
const decimalsOf = (cell: ChartCell | undefined): number =>
  typeof cell === 'number' ? (cell.toFixed(3).replace(/0+$/, '').split('.')[1] ?? '').length : 0

/** Numbers of a column have the same decimals, so that they can be compared below each other. */
const shown = (cell: ChartCell | undefined, decimals = 0): string =>
  typeof cell === 'string' ? cell : formatDecimal(cell, decimals)

/** The figures of a chart as a table of the same height as the chart. */
export function ChartTable({ title, data, height }: { title: string; data: ChartData; height: number }) {
  const decimals = data.columns.map((_, index) =>
    Math.max(0, ...data.rows.map(({ cells }) => decimalsOf(cells[index]))),
  )
  return (
    <ScrollBox label={title} style={{ height }}>
      <table className="w-full">
        <thead>
          <tr>
            {data.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 bg-surface px-2 py-1 font-medium text-muted ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className="px-2 py-1 text-start font-normal whitespace-nowrap">
                {row.href ? (
                  <AppLink href={row.href} className="text-accent underline-offset-2 hover:underline">
                    {shown(row.cells[0])}
                  </AppLink>
                ) : (
                  shown(row.cells[0])
                )}
              </th>
              {row.cells.slice(1).map((cell, index) => (
                <td key={data.columns[index + 1]} className="px-2 py-1 text-end">
                  {shown(cell, decimals[index + 1])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
