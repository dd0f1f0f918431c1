import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'

/** The selected rows of a table, and their bulk actions. */
export type TableSelection<Row> = {
  count: number
  has: (row: Row) => boolean
  /** Return the name of a row's checkbox. */
  label: (row: Row) => string
  toggle: (row: Row) => void
  /** Select the rows of this page, or clear the whole selection. */
  togglePage: (rows: readonly Row[]) => void
  clear: () => void
  /** Select all matching rows, if there are more than the selected ones. */
  more?: { count: number; take: () => void } | undefined
  /** Buttons for the actions that the selected rows allow. */
  actions: ReactNode
}

/** Return whether all rows of a page are selected, or some. */
export function pageOf<Row>(
  rows: readonly Row[] | undefined,
  { has }: Pick<TableSelection<Row>, 'has'>,
): 'all' | 'some' | 'none' {
  const chosen = rows?.filter(has).length ?? 0
  return chosen === 0 ? 'none' : chosen === rows?.length ? 'all' : 'some'
}

/** Is a dialog, a menu, or a details panel open? Escape closes that first. */
const isCovered = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null

type Props<Row> = { rows: readonly Row[] | undefined; selection: TableSelection<Row>; onLeave: () => void }

/**
 * The selection and its actions, in the place of the table header; Escape clears the selection. `onLeave` = move the
 * focus out of the bar.
 */
export function BulkBar<Row>({ rows, selection, onLeave }: Props<Row>) {
  const say = useWord()
  const bar = useRef<HTMLDivElement>(null)
  const { count, more } = selection
  const page = pageOf(rows, selection)
  const clear = useRef(() => {})
  useEffect(() => {
    clear.current = () => {
      const held = bar.current?.contains(document.activeElement)
      selection.clear()
      if (held) onLeave()
    }
  })
  useEffect(() => {
    // The pressed checkbox of the header is below this bar.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('thead'))
      bar.current?.querySelector('input')?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered()) clear.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="sticky top-0 left-0 z-3 sm:h-0">
      <div
        ref={bar}
        role="toolbar"
        aria-label={say('table.bulk')}
        className="inset-x-0 top-0 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-accent bg-accent-soft px-4 py-1 max-sm:py-2 sm:absolute"
      >
        <RowCheck
          label={say('table.selectPage')}
          checked={page === 'all'}
          some={page === 'some'}
          onChange={() => selection.togglePage(rows ?? [])}
        />
        <span role="status" className="figures font-medium">
          {say('table.chosen', { count: formatNumber(count) })}
        </span>
        {more && (
          <Button variant="quiet" size="sm" className="-ml-2 text-accent!" onClick={more.take}>
            {say('table.selectAll', { count: formatNumber(more.count) })}
          </Button>
        )}
        <Button variant="quiet" size="sm" className="-ml-2" onClick={() => clear.current()}>
          {say('table.clearSelection')}
        </Button>
        <span className="flex flex-wrap gap-1 sm:ml-auto">{selection.actions}</span>
      </div>
    </div>
  )
}

/** Select all cards of a page on a phone, whose table has no header. */
export function PhonePage<Row>({ rows, selection }: { rows: readonly Row[]; selection: TableSelection<Row> }) {
  const say = useWord()
  return (
    <label className="flex min-h-10 items-center gap-2 whitespace-nowrap">
      <input
        type="checkbox"
        checked={false}
        disabled={rows.length === 0}
        onChange={() => selection.togglePage(rows)}
        className="size-4 accent-(--accent-fill)"
      />
      {say('table.selectPage')}
    </label>
  )
}
