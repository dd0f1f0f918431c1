import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { RowCheck } from '#client/ui/row-check.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/status.tsx'
import { BulkBar, PhonePage, pageOf, type TableSelection } from './bulk-bar.tsx'
import type { Column, Sort } from './column.ts'
import { PhoneSort } from './phone-sort.tsx'
import { useSteadyWidths } from './steady-widths.ts'
import type { Density, TableSettings } from './table-settings.tsx'

export type { Column, Sort } from './column.ts'

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** undefined = the first page is still loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** How many rows a full page has: as many skeletons are shown. */
  size: number
  sort?: Sort | null
  /** A column is chosen: first ascending, then descending, then the list's own order (null). */
  onSort?: (sort: Sort | null) => void
  /** Another page is on its way; the present rows stay, dimmed. */
  fetching?: boolean
  /** Why there are no rows, in words. */
  error?: string | null
  onRetry?: () => void
  /** Enter or a click on a row. */
  onOpen?: (row: Row) => void
  settings?: TableSettings
  empty?: ReactNode
  /** Rows can be chosen, and dealt with together. */
  selection?: TableSelection<Row> | undefined
}

/** Between columns, closer together where every column counts; the first begins where the card's title does. */
const room = 'px-2 first:pl-4 last:pr-4 2xl:px-3 2xl:first:pl-4 2xl:last:pr-4'
const rowHeights: Record<Density, string> = { comfortable: 'h-10', compact: 'h-8' }
const nextSort = (sort: Sort | null | undefined, column: string): Sort | null =>
  sort?.column !== column ? { column, way: 'asc' } : sort.way === 'asc' ? { column, way: 'desc' } : null

/** What answers a click by itself, so that the row does not. */
const answering = 'a, button, input, label, select, textarea, summary, [role=menuitem], [role=option]'

/**
 * A table over the server's rows: sorting, keyboard (↑ ↓ Home End Enter), a click that opens a row, and every state from loading to error; on a
 * phone a row is a card. Paging is the pager's.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, size, sort, onSort, fetching = false, error, onRetry, onOpen, settings, empty, selection } = props
  const say = useWord()
  const [active, setActive] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const shown = columns.filter((column) => column.fixed || !settings?.hidden.includes(column.key))
  useSteadyWidths(table, rows, shown.map(({ key }) => key).join())
  const chosen = (selection?.count ?? 0) > 0
  const height = rowHeights[settings?.density ?? 'comfortable']
  const edge = (column: Column<Row>) =>
    classNames(
      column.align === 'end' ? 'text-end' : 'text-start',
      column.sticky === 'start' && 'sticky left-0 z-1 bg-inherit border-r border-line',
      column.sticky === 'end' && 'w-px sticky right-0 z-1 border-l border-line bg-inherit',
    )

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>, list: readonly Row[]) => {
    if (!(event.target instanceof HTMLTableRowElement)) return
    const last = list.length - 1
    const moves: Record<string, number> = { ArrowDown: Math.min(last, active + 1), ArrowUp: Math.max(0, active - 1), Home: 0, End: last }
    const target = moves[event.key]
    const row = list[active]
    if (target !== undefined) {
      event.preventDefault()
      setActive(target)
      event.currentTarget.querySelectorAll('tr')[target]?.focus()
    } else if (event.key === 'Enter' && row !== undefined && onOpen) {
      event.preventDefault()
      onOpen(row)
    }
  }

  const onClick = (event: MouseEvent<HTMLTableSectionElement>, list: readonly Row[]) => {
    const { currentTarget, target } = event
    if (!onOpen || !(target instanceof Element) || !currentTarget.contains(target) || target.closest(answering)) return
    // Selecting text in a row must not open it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || getSelection()?.type === 'Range') return
    const row = list[[...currentTarget.rows].findIndex((line) => line.contains(target))]
    if (row !== undefined) onOpen(row)
  }

  return (
    <section
      aria-label={caption}
      aria-busy={fetching || rows === undefined}
      className={classNames('relative sm:max-h-[max(20rem,calc(100dvh-8rem))]', rows?.length === 0 ? 'overflow-hidden' : 'overflow-auto')}
    >
      {selection && chosen && <BulkBar<Row> rows={rows} selection={selection} onLeave={() => table.current?.querySelector('input')?.focus()} />}
      {selection && !chosen && <PhonePage rows={rows ?? []} selection={selection} />}
      {onSort && <PhoneSort columns={shown} sort={sort ?? null} onSort={onSort} />}
      {/* Another table than the one of the skeleton: nothing of that moves, it goes. */}
      <table key={rows === undefined ? 'skeleton' : 'rows'} ref={table} className="cards w-full border-separate border-spacing-0">
        <caption className="sr-only">
          {caption}. {onOpen && say('table.keys')}
        </caption>
        <thead className="sticky top-0 z-2 bg-surface">
          <tr className="bg-surface">
            {shown.map((column, place) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sortable ? (sort?.column === column.key ? (sort.way === 'asc' ? 'ascending' : 'descending') : 'none') : undefined}
                className={classNames('h-10 border-b border-line font-medium whitespace-nowrap text-muted', room, edge(column))}
                style={{ minWidth: column.minWidth }}
              >
                {place === 0 && selection && (
                  <span className="mr-3 inline-flex max-sm:hidden">
                    <RowCheck
                      label={say('table.selectPage')}
                      checked={pageOf(rows, selection) === 'all'}
                      disabled={!rows?.length}
                      onChange={() => selection.togglePage(rows ?? [])}
                    />
                  </span>
                )}
                {/* Under the bar of what is chosen nothing can be pressed. */}
                <HeadTitle column={column} sort={sort} onSort={chosen ? undefined : onSort} />
              </th>
            ))}
          </tr>
        </thead>
        {rows && rows.length > 0 && (
          <tbody
            onKeyDown={(event) => onKeyDown(event, rows)}
            onClick={(event) => onClick(event, rows)}
            className={classNames('transition-opacity', fetching && 'opacity-50')}
          >
            {rows.map((row, index) => (
              <tr
                key={rowKey(row)}
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                onFocus={() => setActive(index)}
                aria-selected={selection ? selection.has(row) : undefined}
                className={classNames(
                  'row',
                  selection?.has(row) ? 'bg-accent-soft' : 'bg-surface hover:bg-hover focus-visible:bg-accent-soft',
                  onOpen && 'cursor-pointer',
                  height,
                )}
              >
                {shown.map((column, place) => (
                  <td
                    key={column.key}
                    data-label={column.title}
                    data-part={partOf(column, place)}
                    className={classNames('border-b border-line py-0 whitespace-nowrap', room, edge(column))}
                  >
                    {place === 0 && selection ? (
                      <span className="inline-flex items-center gap-3">
                        <RowCheck label={selection.label(row)} checked={selection.has(row)} onChange={() => selection.toggle(row)} />
                        {column.cell(row)}
                      </span>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {rows === undefined && !error && <SkeletonRows count={size} columns={shown} height={height} />}
      </table>
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

/** The place of a cell in the card that shows a row on a phone. */
const partOf = (column: { key: string }, place: number): 'lead' | 'actions' | undefined =>
  place === 0 ? 'lead' : column.key === 'actions' ? 'actions' : undefined

type HeadProps<Row> = { column: Column<Row>; sort: Sort | null | undefined; onSort: ((sort: Sort | null) => void) | undefined }

/** The title of a column, by which its rows are sorted where they can be. */
function HeadTitle<Row>({ column: { key, title, sortable }, sort, onSort }: HeadProps<Row>) {
  const say = useWord()
  if (!sortable || !onSort) return title
  return (
    <button
      type="button"
      title={say('table.sortBy', { column: title })}
      className={classNames('-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:bg-hover hover:text-ink', sort?.column === key && 'text-ink')}
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

function SkeletonRows<Row>({ count, columns, height }: { count: number; columns: readonly Column<Row>[]; height: string }) {
  const lines = Array.from({ length: Math.min(count, 20) }, (_, line) => line)
  return (
    <tbody aria-hidden>
      {lines.map((line) => (
        <tr key={line} className={classNames('row', height)}>
          {columns.map((column, cell) => (
            <td key={column.key} data-label={column.title} data-part={partOf(column, cell)} className={classNames('border-b border-line', room)}>
              <Skeleton className={classNames('h-3.5', (line + cell) % 3 === 0 ? 'w-11/12' : 'w-2/3')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
