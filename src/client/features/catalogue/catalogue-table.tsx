import { useCallback, useEffect, useMemo, useRef } from 'react'
import { language, useWord } from '#client/i18n.ts'
import {
  type CatalogueColumn,
  type CatalogueDifference,
  type CatalogueProblem,
  catalogueColumns,
  catalogueNumbers,
  isCatalogueNumber,
} from '#shared/catalogue.ts'
import { catalogueColumnLabel, catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import { withBlock, withCell } from './catalogue-draft.ts'
import { CatalogueTableRow } from './catalogue-row.tsx'
import { cellsOf } from './delimited-text.ts'
import type { CatalogueEditing } from './use-catalogue-draft.ts'

type Notes = Partial<Record<CatalogueColumn, string>>
const nothing: Notes = {}

const widths: Partial<Record<CatalogueColumn, string>> = {
  model: 'min-w-32',
  family: 'min-w-20',
  dimsStatus: 'min-w-24',
}

function problemsByLine(problems: readonly CatalogueProblem[]): Map<number, Notes> {
  const lines = new Map<number, Notes>()
  for (const problem of problems) {
    const notes = lines.get(problem.line) ?? {}
    notes[problem.column] ??= catalogueProblemText(language, problem)
    lines.set(problem.line, notes)
  }
  return lines
}

/** Return the values in the newest version of the columns that differ, by model. */
const valuesBefore = ({ changed }: CatalogueDifference): Map<string, Notes> =>
  new Map(
    changed.map(({ model, columns }) => [
      model,
      Object.fromEntries(columns.map(({ column, before }) => [column, String(before ?? '')])),
    ]),
  )

/** The memoized rows keep these handlers, so their identity must not change while the functions they call do. */
function useRowHandlers(change: CatalogueEditing['change']) {
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  const onCell = useCallback(
    (key: string, column: CatalogueColumn, text: string) =>
      latest.current((now) => ({ ...now, rows: withCell(now.rows, key, column, text) })),
    [],
  )
  const onBlock = useCallback(
    (key: string, column: CatalogueColumn, text: string) =>
      latest.current((now) => ({ ...now, rows: withBlock(now.rows, key, column, cellsOf(text)) })),
    [],
  )
  const onRemove = useCallback(
    (key: string) => latest.current((now) => ({ ...now, rows: now.rows.filter((row) => row.key !== key) })),
    [],
  )
  return { onCell, onBlock, onRemove }
}

/** `first` = index of the first visible line, `most` = the most visible lines. */
type Props = { editing: CatalogueEditing; newest: readonly CatalogueModel[]; first: number; most: number }

/**
 * The models as a spreadsheet: every cell is editable; cells that differ from the newest version are marked, and
 * invalid ones show why.
 */
export function CatalogueTable({ editing, newest, first, most }: Props) {
  const say = useWord()
  const { draft, problems, difference, change } = editing
  const notes = useMemo(() => problemsByLine(problems), [problems])
  const names = useMemo(() => new Set(newest.map(({ model }) => model)), [newest])
  const changes = useMemo(() => valuesBefore(difference), [difference])
  const handlers = useRowHandlers(change)
  return (
    <section
      aria-label={say('catalogue.table')}
      className="relative max-h-[max(24rem,calc(100dvh-18rem))] overflow-auto"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{say('catalogue.table')}</caption>
        <TableHead />
        <tbody>
          {draft.rows.slice(first, first + most).map((row, index) => (
            <CatalogueTableRow
              key={row.key}
              row={row}
              line={first + index + 1}
              problems={notes.get(first + index + 1) ?? nothing}
              before={names.has(row.cells.model.trim()) ? (changes.get(row.cells.model.trim()) ?? nothing) : null}
              {...handlers}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Line number, the columns with their units, and the column of the delete buttons. */
function TableHead() {
  const say = useWord()
  return (
    <thead className="sticky top-0 z-2 bg-surface">
      <tr>
        <th
          scope="col"
          className="sticky left-0 z-1 w-10 min-w-10 border-b border-line bg-surface px-2 text-end font-medium text-muted"
        >
          {say('catalogue.line')}
        </th>
        {catalogueColumns.map((column) => (
          <th
            key={column}
            scope="col"
            className={`h-11 border-b border-l border-line bg-surface px-2 leading-4 font-medium whitespace-nowrap text-muted ${widths[column] ?? 'min-w-24'} ${isCatalogueNumber(column) ? 'text-end' : 'text-start'} ${column === 'model' ? 'sticky left-10 z-1' : ''}`}
          >
            {catalogueColumnLabel(language, column)}
            {isCatalogueNumber(column) && catalogueNumbers[column].unit !== '' && (
              <span className="block text-xs font-normal">{catalogueNumbers[column].unit}</span>
            )}
          </th>
        ))}
        <th scope="col" className="w-9 border-b border-l border-line bg-surface">
          <span className="sr-only">{say('projects.delete')}</span>
        </th>
      </tr>
    </thead>
  )
}
