import { type MouseEvent, useRef } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { RowCheck } from '#client/ui/row-check.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { TableSelection } from './bulk-bar.tsx'
import type { Column } from './column.ts'
import { isNothing } from './is-nothing.ts'
import { useRowKeys } from './row-keys.ts'

/** Padding between columns, smaller where width is scarce; the first column is aligned with the card's title. */
export const cellSpace = 'px-2 first:pl-4 last:pr-4 2xl:px-3 2xl:first:pl-4 2xl:last:pr-4'

/** Elements that handle a click themselves, so that the row does not open. */
const answering = 'a, button, input, label, select, textarea, summary, [role=menuitem], [role=option]'

/** Return the classes for a column's alignment and sticky edge. */
export const edge = ({ align, sticky }: Pick<Column<never>, 'align' | 'sticky'>): string =>
  classNames(
    align === 'end' ? 'text-end' : 'text-start',
    sticky === 'start' && 'sticky left-0 z-1 bg-inherit border-r border-line',
    sticky === 'end' && 'w-px sticky right-0 z-1 border-l border-line bg-inherit',
  )

/** Whether a row on a phone has a few lines instead of every value with its title. */
export const isBrief = <Row,>(columns: readonly Column<Row>[]): boolean => columns.some(({ phone }) => phone)

/** Return the part that a cell has in the card or lines that show a row on a phone. */
const partOf = ({ key, phone }: Pick<Column<never>, 'key' | 'phone'>, place: number, brief: boolean) =>
  key === 'actions' ? key : brief ? (phone ?? 'none') : place === 0 ? 'lead' : undefined

/** Return the texts in an element, with a space between them. */
function textsIn(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: (string | null)[] = []
  while (texts.nextNode()) found.push(texts.currentNode.nodeValue)
  return found.join(' ')
}

/** Name a row by its first cells: browsers give a row that gets the focus no name of its own. */
function nameRow(row: HTMLTableRowElement | null): void {
  const cells = [...(row?.cells ?? [])].slice(0, 3).filter(({ dataset }) => dataset.part !== 'actions')
  row?.setAttribute('aria-label', cells.map(textsIn).join(', '))
}

type BodyRowsProps<Row> = {
  rowKey: (row: Row) => string | number
  /** Called by Enter or a click on a row. */
  onOpen: ((row: Row) => void) | undefined
  selection: TableSelection<Row> | undefined
  /** The key of the row whose details are open beside the list. */
  current: string | number | undefined
  shown: readonly Column<Row>[]
  rows: readonly Row[]
  fetching: boolean
  /** The class of the row height. */
  height: string
}

/** The rows with keyboard navigation: Tab reaches one of them. */
export function BodyRows<Row>(props: BodyRowsProps<Row>) {
  const { shown, rows, rowKey, onOpen, selection, current, fetching, height } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const at = (act: ((row: Row) => void) | undefined) =>
    act &&
    ((place: number) => {
      const row = rows[place]
      if (row !== undefined) act(row)
    })
  const { active, onFocus, onKeyDown } = useRowKeys(body, {
    count: rows.length,
    open: at(onOpen),
    choose: at(selection?.toggle),
    beside: besideOf(props),
  })

  const onClick = (event: MouseEvent<HTMLTableSectionElement>) => {
    const { currentTarget, target } = event
    if (!onOpen || !(target instanceof Element) || !currentTarget.contains(target) || target.closest(answering)) return
    // Selecting text in a row must not open it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || getSelection()?.type === 'Range') return
    const row = rows[[...currentTarget.rows].findIndex((line) => line.contains(target))]
    if (row !== undefined) onOpen(row)
  }

  return (
    <tbody
      ref={body}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={classNames('transition-opacity', fetching && 'opacity-50')}
    >
      {rows.map((row, index) => (
        <tr
          key={rowKey(row)}
          // At each render: the first cell may have another text.
          ref={(line) => nameRow(line)}
          tabIndex={index === active ? 0 : -1}
          onFocus={() => onFocus(index)}
          aria-selected={selection ? selection.has(row) : undefined}
          aria-current={rowKey(row) === current || undefined}
          className={classNames(
            'row',
            selection?.has(row)
              ? 'bg-accent-soft'
              : rowKey(row) === current
                ? 'bg-hover'
                : 'bg-surface hover:bg-hover focus-visible:bg-accent-soft',
            onOpen && 'cursor-pointer',
            height,
          )}
        >
          <Cells row={row} shown={shown} selection={selection} isOpen={rowKey(row) === current} />
        </tr>
      ))}
    </tbody>
  )
}

type CellsProps<Row> = Pick<BodyRowsProps<Row>, 'shown' | 'selection'> & { row: Row; isOpen: boolean }

const Cells = <Row,>({ row, shown, selection, isOpen }: CellsProps<Row>) =>
  shown.map((column, place) => {
    const content = column.cell(row)
    return (
      <td
        key={column.key}
        data-label={column.title}
        data-part={partOf(column, place, isBrief(shown))}
        data-work={column.phone === 'work' || undefined}
        data-empty={(column.phone && isNothing(content)) || undefined}
        className={classNames(
          'border-b border-line py-0 whitespace-nowrap',
          cellSpace,
          edge(column),
          place === 0 && isOpen && 'opened',
        )}
      >
        {selection && place === 0 ? (
          <span className="inline-flex items-center gap-3 align-top">
            <RowCheck
              label={selection.label(row)}
              checked={selection.has(row)}
              onChange={() => selection.toggle(row)}
            />
            {content}
          </span>
        ) : (
          content
        )}
      </td>
    )
  })

/** The index of the row that is open beside the list, and the function that opens another one there; null = none. */
function besideOf<Row>({ rows, rowKey, current, onOpen }: BodyRowsProps<Row>) {
  if (current === undefined || !onOpen) return null
  const follow = (place: number) => {
    const row = rows[place]
    if (row !== undefined) onOpen(row)
  }
  return { at: rows.findIndex((row) => rowKey(row) === current), follow }
}

/** Placeholders for rows that are loading. */
export function SkeletonRows<Row>({
  count,
  columns,
  height,
}: {
  count: number
  columns: readonly Column<Row>[]
  height: string
}) {
  const lines = Array.from({ length: Math.min(count, 20) }, (_, line) => line)
  return (
    <tbody aria-hidden>
      {lines.map((line) => (
        <tr key={line} className={classNames('row', height)}>
          {columns.map((column, cell) => (
            <td
              key={column.key}
              data-label={column.title}
              data-part={partOf(column, cell, isBrief(columns))}
              className={classNames('border-b border-line', cellSpace)}
            >
              <Skeleton className={classNames('h-3.5', (line + cell) % 3 === 0 ? 'w-11/12' : 'w-2/3')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
