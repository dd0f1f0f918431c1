import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, labelled, useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { pageSizes } from '#shared/paging.ts'

type PagerProps = {
  /** The name that distinguishes it from other pagers of the page. */
  label?: string
  page: number
  size: number
  /** undefined = not known yet. */
  total: number | undefined
  /** There are more rows than `total`. */
  capped?: boolean
  /** The page size cannot be changed. */
  fixedSize?: boolean
  onChange: (page: number, size: number) => void
  /** The pointer or the focus is on the button for this page: the time to prefetch it. */
  onPrefetch?: (page: number) => void
}

/**
 * A pager: page size, total, first, previous, next, last and a jump. A new size keeps the first row of the page
 * visible. One page needs no buttons.
 */
export function Pager({
  label,
  page,
  size,
  total,
  capped = false,
  fixedSize = false,
  onChange,
  onPrefetch,
}: PagerProps) {
  const say = useWord()
  // The total is unknown before the first response and after a failed one: then only the current page has a number.
  const pages = total === undefined ? page : Math.max(1, Math.ceil(total / size))
  const isOnlyPage = total !== undefined && page === 1 && pages === 1
  const fitsAnySize = isOnlyPage && total <= Math.min(...pageSizes)
  const go = (next: number) => onChange(Math.min(total === undefined ? next : pages, Math.max(1, next)), size)
  const leadingTo = (target: number) => {
    const ahead = () => target >= 1 && target <= pages && target !== page && onPrefetch?.(target)
    return { onClick: () => go(target), onPointerEnter: ahead, onFocus: ahead }
  }
  return (
    <nav
      aria-label={label === undefined ? say('pager.name') : labelled(say('pager.name'), label)}
      className="figures flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <span className="min-w-28 text-muted">
        {total !== undefined && say(capped ? 'pager.totalCapped' : 'pager.total', { total: formatNumber(total) })}
        {total !== undefined && (page - 1) * size < total && (
          <span className="ml-2 max-sm:hidden">
            {say('pager.range', {
              from: formatNumber((page - 1) * size + 1),
              to: formatNumber(Math.min(page * size, total)),
            })}
          </span>
        )}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        {!fixedSize && !fitsAnySize && <SizeSelect page={page} size={size} onChange={onChange} />}
        {!isOnlyPage && (
          <>
            <PageButtons page={page} pages={total === undefined ? undefined : pages} leadingTo={leadingTo} />
            <PageJump onJump={go} />
          </>
        )}
      </div>
    </nav>
  )
}

/** The choice of the page size; the first row of the page stays visible. */
function SizeSelect({ page, size, onChange }: Pick<PagerProps, 'page' | 'size' | 'onChange'>) {
  const say = useWord()
  return (
    <Select
      label={say('pager.size')}
      labelHidden
      className="w-32 max-sm:w-31"
      value={size}
      options={[...new Set([...pageSizes, size])]
        .sort((one, other) => one - other)
        .map((value) => ({ value, label: say('pager.perPage', { size: value }) }))}
      onChange={(next) => next !== null && onChange(Math.floor(((page - 1) * size) / next) + 1, next)}
    />
  )
}

type PageButtonsProps = {
  page: number
  /** undefined = not known yet. */
  pages: number | undefined
  /** Return the handlers of a button that leads to a page. */
  leadingTo: (page: number) => { onClick: () => void; onPointerEnter: () => void; onFocus: () => void }
}

/** First, previous, the current page, next and last. */
function PageButtons({ page, pages, leadingTo }: PageButtonsProps) {
  const say = useWord()
  // Without a known number of pages the current page is the last one that can be opened.
  const last = pages ?? page
  const place = pages === undefined ? String(page) : say('pager.page', { page, pages })
  const icon = 'size-4'
  return (
    <span className="flex items-center">
      <IconButton
        label={say('pager.first')}
        disabled={page <= 1}
        {...leadingTo(1)}
        icon={<ChevronsLeft aria-hidden className={icon} />}
      />
      <IconButton
        label={say('pager.previous')}
        disabled={page <= 1}
        {...leadingTo(page - 1)}
        icon={<ChevronLeft aria-hidden className={icon} />}
      />
      <span aria-live="polite" className="min-w-16 text-center max-sm:min-w-12" title={place}>
        <span className="sr-only">{place}</span>
        <span aria-hidden>
          {page}
          {pages !== undefined && ` / ${formatNumber(pages)}`}
        </span>
      </span>
      <IconButton
        label={say('pager.next')}
        disabled={page >= last}
        {...leadingTo(page + 1)}
        icon={<ChevronRight aria-hidden className={icon} />}
      />
      <IconButton
        label={say('pager.last')}
        disabled={page >= last}
        {...leadingTo(last)}
        icon={<ChevronsRight aria-hidden className={icon} />}
      />
    </span>
  )
}

/** Jump to a page by its number. */
function PageJump({ onJump }: { onJump: (page: number) => void }) {
  const say = useWord()
  const [typed, setTyped] = useState('')
  const jump = () => {
    const wanted = Number.parseInt(typed, 10)
    if (wanted > 0) onJump(wanted)
    setTyped('')
  }
  return (
    <form
      className="flex items-center gap-1 text-muted max-sm:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        jump()
      }}
    >
      {say('pager.jump')}
      <input
        aria-label={say('pager.pageNumber')}
        inputMode="numeric"
        className="control w-14! text-center!"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={jump}
      />
    </form>
  )
}
