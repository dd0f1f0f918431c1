import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'

/** Is a dialog, a menu, or a details panel open? Escape closes that first. */
const isCovered = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null

type Props = {
  count: number
  more: { count: number; take: () => void; limit?: number } | undefined
  actions: ReactNode
  clear: () => void
  /** The selected rows of this page, and the function that selects all of them or none. */
  page: 'all' | 'some' | 'none'
  onPage: () => void
  onLeave: () => void
}

/**
 * The selection and its actions, in the place of the table header; Escape clears the selection. `onLeave` = move the
 * focus out of the bar.
 */
export function BulkActions({ count, more, actions, clear: onClear, page, onPage, onLeave }: Props) {
  const say = useWord()
  const bar = useRef<HTMLDivElement>(null)
  const clear = useRef(() => {})
  useEffect(() => {
    clear.current = () => {
      const held = bar.current?.contains(document.activeElement)
      onClear()
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
        data-bottom-bar
        aria-label={say('table.bulk')}
        className="inset-x-0 top-0 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-accent bg-accent-soft px-4 py-1 max-sm:py-2 sm:absolute"
      >
        <RowCheck label={say('table.selectPage')} checked={page === 'all'} some={page === 'some'} onChange={onPage} />
        <span role="status" className="figures font-medium">
          {say('table.chosen', { count: formatNumber(count) })}
        </span>
        {more?.limit !== undefined && page === 'all' && (
          <span className="text-muted">
            {say('table.selectLimit', { count: formatNumber(more.count), limit: formatNumber(more.limit) })}
          </span>
        )}
        {more && more.limit === undefined && (
          <Button variant="quiet" size="sm" className="-ml-2 text-accent!" onClick={more.take}>
            {say('table.selectAll', { count: formatNumber(more.count) })}
          </Button>
        )}
        <Button variant="quiet" size="sm" className="-ml-2" onClick={() => clear.current()}>
          {say('table.clearSelection')}
        </Button>
        <span className="flex flex-wrap gap-1 sm:ml-auto">{actions}</span>
      </div>
    </div>
  )
}
