import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { useKeptFocus } from '#client/ui/kept-focus.ts'
import { RowCheck } from '#client/ui/row-check.tsx'
import { EmptyState, ErrorState } from '#client/ui/status.tsx'
import { BodyRows, cellSpace, edge, isBrief, SkeletonRows } from './body-rows.tsx'
import { BulkBar, PhonePage, pageOf, type TableSelection } from './bulk-bar.tsx'
import type { Column, Sort } from './column.ts'
import { PhoneSort } from './phone-sort.tsx'
import { useSteadyWidths } from './steady-widths.ts'
import type { Density, TableSettings } from './table-settings.tsx'

export type { Column, Sort } from './column.ts'

type DataTableProps<Row> = {
  /** The name of the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** undefined = the first page is still loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The number of rows of a full page, shown as skeletons while it loads. */
  size: number
  sort?: Sort | null
  /** A click on a column header sorts ascending, then descending, then by the list's own order (null). */
  onSort?: (sort: Sort | null) => void
  /** Another page is loading; the current rows are kept, dimmed. */
  fetching?: boolean
  /** The message why there are no rows. */
  error?: string | null
  onRetry?: () => void
  /** Called by Enter or a click on a row. */
  onOpen?: (row: Row) => void
  /** The key of the row whose details are open. */
  current?: string | number | undefined
  settings?: TableSettings
  empty?: ReactNode
  /** Rows can be selected, for bulk actions. */
  selection?: TableSelection<Row> | undefined
}

const rowHeights: Record<Density, string> = { comfortable: 'h-10', compact: 'h-8' }
const nextSort = (sort: Sort | null | undefined, column: string): Sort | null =>
  sort?.column !== column ? { column, way: 'asc' } : sort.way === 'asc' ? { column, way: 'desc' } : null

/**
 * A table over the server's rows: sorting, keyboard (↑ ↓ Home End Enter), a click that opens a row, and every state
 * from loading to error; on a phone a row is a card. The pager does the paging.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, size, sort, onSort, fetching = false, error, onRetry } = props
  const { onOpen, current, settings, empty, selection } = props
  const say = useWord()
  const section = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const shown = columns.filter((column) => column.fixed || !settings?.hidden.includes(column.key))
  useSteadyWidths(table, rows, shown.map(({ key }) => key).join())
  useRowFocus(section, table, props)
  const chosen = (selection?.count ?? 0) > 0
  const height = rowHeights[settings?.density ?? 'comfortable']
  return (
    <section
      ref={section}
      aria-label={caption}
      aria-busy={fetching || rows === undefined}
      className={classNames(
        'relative',
        // Up to twenty rows the page scrolls; more scroll below their column headers.
        (rows?.length ?? size) > 20 && 'sm:max-h-[max(20rem,calc(100dvh-8rem))]',
        rows?.length === 0 ? 'overflow-hidden' : 'overflow-auto',
      )}
    >
      {selection && chosen && (
        <BulkBar
          count={selection.count}
          more={selection.more}
          actions={selection.actions}
          clear={selection.clear}
          page={pageOf(rows, selection)}
          onPage={() => selection.togglePage(rows ?? [])}
          onLeave={() => table.current?.querySelector('input')?.focus()}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-2 empty:hidden sm:hidden">
        {selection && !chosen && <PhonePage rows={rows ?? []} selection={selection} />}
        {onSort && <PhoneSort columns={shown} sort={sort ?? null} onSort={onSort} />}
      </div>
      {/* An empty list has no rows under its column headers. Use another table element than the skeleton's, so that
          nothing in it moves. */}
      {rows?.length !== 0 && (
        <table
          key={rows === undefined ? 'skeleton' : 'rows'}
          ref={table}
          className={classNames('cards w-full border-separate border-spacing-0', isBrief(shown) && 'brief')}
        >
          <caption className="sr-only">
            {caption}
            {onOpen && say('table.keys')}
          </caption>
          <thead className="sticky top-0 z-2 bg-surface">
            <HeadRow<Row> shown={shown} rows={rows} sort={sort} onSort={onSort} selection={selection} />
          </thead>
          {rows && <BodyRows<Row> {...{ shown, rows, rowKey, onOpen, selection, current, fetching, height }} />}
          {rows === undefined && !error && <SkeletonRows count={size} columns={shown} height={height} />}
        </table>
      )}
      {rows === undefined && !error && (
        <span role="status" className="sr-only">
          {say('ui.loading')}
        </span>
      )}
      {rows === undefined && error && <ErrorState message={error} onRetry={() => onRetry?.()} retrying={fetching} />}
      {rows?.length === 0 && (empty ?? <EmptyState title={say('table.empty')} help={say('table.emptyHelp')} />)}
    </section>
  )
}

/** Keep the focus in the list when rows disappear. */
function useRowFocus<Row>(
  list: RefObject<HTMLElement | null>,
  table: RefObject<HTMLTableElement | null>,
  { rows, rowKey, current }: DataTableProps<Row>,
): void {
  useKeptFocus({
    list,
    rows: () => {
      const lines = table.current?.tBodies[0]?.rows
      return new Map((rows ?? []).flatMap((row, at) => (lines?.[at] ? [[String(rowKey(row)), lines[at]]] : [])))
    },
    open: current === undefined ? null : String(current),
    known: rows !== undefined,
  })
}

type HeadRowProps<Row> = Pick<DataTableProps<Row>, 'rows' | 'sort' | 'onSort' | 'selection'> & {
  shown: readonly Column<Row>[]
}

function HeadRow<Row>({ shown, rows, sort, onSort, selection }: HeadRowProps<Row>) {
  const say = useWord()
  return (
    <tr className="bg-surface">
      {shown.map((column, place) => (
        <th
          key={column.key}
          scope="col"
          aria-sort={
            column.sortable
              ? sort?.column === column.key
                ? sort.way === 'asc'
                  ? 'ascending'
                  : 'descending'
                : 'none'
              : undefined
          }
          className={classNames(
            'h-10 border-b border-line font-medium whitespace-nowrap text-muted',
            cellSpace,
            edge(column),
          )}
          style={{ minWidth: column.minWidth }}
        >
          {place === 0 && selection && (
            <span className="mr-3 inline-flex align-middle max-sm:hidden">
              <RowCheck
                label={say('table.selectPage')}
                checked={pageOf(rows, selection) === 'all'}
                disabled={!rows?.length}
                onChange={() => selection.togglePage(rows ?? [])}
              />
            </span>
          )}
          {/* The bulk bar covers the headers, so they are not clickable. */}
          <HeadTitle column={column} sort={sort} onSort={selection && selection.count > 0 ? undefined : onSort} />
        </th>
      ))}
    </tr>
  )
}

type HeadProps<Row> = Pick<HeadRowProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

/** The title of a column, which sorts the rows if the column is sortable. */
function HeadTitle<Row>({ column: { key, title, sortable }, sort, onSort }: HeadProps<Row>) {
  const say = useWord()
  if (!sortable || !onSort) return title
  return (
    <button
      type="button"
      title={say('table.sortBy', { column: title })}
      className={classNames(
        '-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:bg-hover hover:text-ink',
        sort?.column === key && 'text-ink',
      )}
      onClick={() => onSort(nextSort(sort, key))}
    >
      {title}
      <SortMark way={sort?.column === key ? sort.way : null} />
    </button>
  )
}

function SortMark({ way }: { way: 'asc' | 'desc' | null }) {
  if (way === 'asc') return <ArrowUp aria-hidden className="size-3.5" />
  if (way === 'desc') return <ArrowDown aria-hidden className="size-3.5" />
  return <ChevronsUpDown aria-hidden className="size-3.5 opacity-50" />
}
