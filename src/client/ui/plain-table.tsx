import type { ReactNode } from 'react'

type PlainTableProps = {
  label: string
  /** `grow` takes the remaining width, `wrap` breaks the text over several lines. */
  columns: readonly { title: string; figures?: boolean; grow?: boolean; wrap?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** The text shown if there are no rows. */
  empty: string
  /** For long texts: a narrow screen shows the cells of a row below one another, without a scroll bar. */
  stacked?: boolean
}

/** A table with all of its rows: no sorting, no pages; the container scrolls below its header. */
export function PlainTable({ label, columns, rows, empty, stacked = false }: PlainTableProps) {
  if (rows.length === 0) return <p className="py-4 text-center text-muted">{empty}</p>
  return (
    <section aria-label={label}>
      <table className={`w-full border-separate border-spacing-0 ${stacked ? 'max-sm:block' : ''}`}>
        <thead className={stacked ? 'max-sm:sr-only' : ''}>
          <tr>
            {columns.map(({ title, figures, grow, wrap }) => (
              <th
                key={title}
                scope="col"
                className={`sticky top-0 border-b border-line bg-surface py-1.5 font-medium text-muted px-2 sm:px-3 sm:first:pl-4 sm:last:pr-4 ${wrap ? '' : 'whitespace-nowrap'} ${figures ? 'text-end' : 'text-start'} ${grow ? 'w-full' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacked ? 'max-sm:block' : ''}>
          {rows.map(({ key, cells }) => (
            <tr key={key} className={stacked ? 'max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2' : ''}>
              {columns.map(({ title, figures, grow, wrap }, index) => (
                <td
                  key={title}
                  className={`border-b border-line px-2 py-1.5 sm:px-3 sm:first:pl-4 sm:last:pr-4 ${grow ? 'min-w-32 sm:min-w-48' : wrap ? (figures ? '' : 'min-w-20 break-words') : 'whitespace-nowrap'} ${figures ? 'text-end' : 'text-start'} ${stacked ? `max-sm:border-0 max-sm:p-0 max-sm:py-0.5 max-sm:text-start max-sm:whitespace-normal ${grow ? 'max-sm:block' : 'max-sm:mr-3 max-sm:inline-block'}` : ''}`}
                >
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
