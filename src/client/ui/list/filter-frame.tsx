import { useQueryClient } from '@tanstack/react-query'
import { ListFilter, Search, SlidersHorizontal } from 'lucide-react'
import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { longestSearch } from '#shared/paging.ts'
import { type FilterChip, FilterChips } from './filter-chips.tsx'
import { focusFilters, useFilterKeys } from './filter-keys.ts'
import { type OnSearch, useTypedSearch } from './use-typed-search.ts'

interface SearchInput {
  placeholder?: string
  /** More than the usual search text takes. */
  maxLength?: number
  spellCheck?: boolean
  trailing?: ReactNode
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}
interface SearchText {
  label: string
  /** What the address says. */
  applied: string | undefined
  onSearch: OnSearch
  /** What else the field has. */
  input?: SearchInput
}
interface Props {
  /** A text by which rows are found; it counts a moment after the last key. */
  search?: SearchText
  /** All else, which counts at once; in a drawer where the page is narrow. */
  fields?: ReactNode
  /** Fields that few need: on a wide page under a button of their own; `set` = how many of them are set. */
  more?: { fields: ReactNode; set: number }
  /** What is shown, where there is no text; on a narrow page in place of the fields. */
  shown?: string
  /** What is set, without the text. */
  chips?: readonly FilterChip[]
  /** Gives up all of it, the text as well. */
  onClean: () => void
  /** A button "search" beside the fields, where a document names it: everything counts at once, and Enter asks again. */
  searchButton?: boolean
  /** Enter while nothing has changed: asks the server again, for all that is on the page unless said otherwise. */
  onAgain?: (() => void) | undefined
  busy?: boolean
  /** A box of its own, where it narrows more than the table under it. */
  framed?: boolean
}

const noSearch: SearchText = { label: '', applied: undefined, onSearch: () => {} }

/** The filters of a list: a text, choices that count at once, what is set as chips. `/` leads here, Escape in the text empties it. */
export function FilterFrame({
  search,
  fields,
  more,
  shown,
  chips = [],
  onClean,
  searchButton = false,
  onAgain,
  busy = false,
  framed = false,
}: Props) {
  const [open, setOpen] = useState(false)
  const wide = useWide()
  const [opensMore, setOpensMore] = useState((more?.set ?? 0) > 0)
  const bar = useRef<HTMLElement>(null)
  const { label, applied, onSearch, input } = search ?? noSearch
  const typed = useTypedSearch(applied, onSearch)
  const clearChip = (at: number) => {
    chips[at]?.clear()
    focusNear(bar, at)
  }
  const clean = () => {
    typed.drop()
    onClean()
  }
  const clearText = () => {
    if (typed.text === '') return false
    typed.clear()
    return true
  }
  const onKeyDown = useFilterKeys(bar, clearText)
  const askAgain = useAskAgain(onAgain)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!typed.send()) askAgain()
  }
  return (
    <search
      ref={bar}
      onKeyDown={onKeyDown}
      className={classNames(
        'block',
        framed ? 'rounded-md border border-line bg-surface p-4' : 'border-b border-line px-4 py-3',
      )}
    >
      <form aria-label={say('fleet.filters')} onSubmit={submit} className="flex items-end gap-x-4 narrow:gap-x-2">
        <div className="grid min-w-0 flex-1 grid-cols-1 items-end gap-x-4 gap-y-3 wide:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
          {search && <SearchField {...input} {...typed.field} label={label} />}
          {shown !== undefined && chips.length === 0 && <p className="self-center text-muted wide:hidden">{shown}</p>}
          {/* On a narrow page the drawer has them, and dozens of choices need not be made twice. */}
          {wide && (
            <div className="hidden wide:contents">
              {fields}
              {opensMore && more?.fields}
            </div>
          )}
        </div>
        <FilterButtons
          hasFields={fields !== undefined}
          more={more && { opens: opensMore, onToggle: () => setOpensMore(!opensMore) }}
          drawer={{ open, onOpen: () => setOpen(true), set: chips.length }}
          isClean={chips.length === 0 && typed.text === ''}
          searchButton={searchButton}
          busy={busy}
          onClean={clean}
        />
      </form>
      {chips.length > 0 && <FilterChips chips={chips} onClear={clearChip} onClean={clean} />}
      <FiltersDrawer open={open} onClose={() => setOpen(false)} isSet={chips.length > 0} busy={busy} onClean={clean}>
        {fields}
        {more?.fields}
      </FiltersDrawer>
    </search>
  )
}

const SearchField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    leading={<Search aria-hidden className="size-4 text-muted" />}
    type="search"
    maxLength={longestSearch}
    autoComplete="off"
    enterKeyHint="search"
    {...field}
    className="wide:col-span-2"
  />
)

/** The chip that had the focus is gone: the next one has it, or the text. */
const focusNear = (bar: RefObject<HTMLElement | null>, at: number) =>
  requestAnimationFrame(() => {
    const rest = bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? []
    const next = rest[Math.min(at, rest.length - 1)]
    if (next) next.focus()
    else focusFilters(bar.current)
  })

/** Asks for what the page shows again. */
function useAskAgain(onAgain: (() => void) | undefined): () => void {
  const client = useQueryClient()
  return onAgain ?? (() => void client.refetchQueries({ type: 'active', stale: true }))
}

type ButtonsProps = {
  hasFields: boolean
  more: { opens: boolean; onToggle: () => void } | undefined
  /** The drawer of a narrow page, and how many choices are set. */
  drawer: { open: boolean; onOpen: () => void; set: number }
  isClean: boolean
  searchButton: boolean
  busy: boolean
  onClean: () => void
}

/** More fields, the drawer of a narrow page, "search" and "clear". */
function FilterButtons({ hasFields, more, drawer, isClean, searchButton, busy, onClean }: ButtonsProps) {
  return (
    <div className={classNames('flex gap-2', !hasFields && 'narrow:hidden')}>
      {more && (
        <Button
          className="narrow:hidden"
          icon={<SlidersHorizontal aria-hidden className="size-4" />}
          aria-expanded={more.opens}
          onClick={more.onToggle}
        >
          {say('fleet.moreFilters')}
        </Button>
      )}
      {hasFields && (
        <Button
          className="wide:hidden"
          icon={<ListFilter aria-hidden className="size-4" />}
          onClick={drawer.onOpen}
          aria-haspopup="dialog"
          aria-expanded={drawer.open}
        >
          {drawer.set > 0 ? say('fleet.filtersActive', { count: drawer.set }) : say('fleet.filters')}
        </Button>
      )}
      {searchButton ? (
        <Button type="submit" className="narrow:hidden" icon={<Search aria-hidden className="size-4" />} busy={busy}>
          {say('ui.search')}
        </Button>
      ) : (
        // A form of several fields is sent by Enter only where it has a button to send it.
        <button type="submit" hidden />
      )}
      <Button className="narrow:hidden" disabled={isClean} onClick={onClean}>
        {say('ui.clear')}
      </Button>
    </div>
  )
}

type DrawerProps = {
  open: boolean
  onClose: () => void
  isSet: boolean
  busy: boolean
  onClean: () => void
  children: ReactNode
}

/** The choices where the page is narrow. */
const FiltersDrawer = ({ open, onClose, isSet, busy, onClean, children }: DrawerProps) => (
  <Drawer open={open} onClose={onClose} title={say('fleet.filters')}>
    <div className="grid gap-3 p-4">
      {children}
      <div
        data-bottom-bar
        className="sticky bottom-0 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-surface p-4"
      >
        <Button disabled={!isSet} onClick={onClean}>
          {say('ui.clear')}
        </Button>
        <Button variant="primary" busy={busy} onClick={onClose}>
          {say('table.showRows')}
        </Button>
      </div>
    </div>
  </Drawer>
)
