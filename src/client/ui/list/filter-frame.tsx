import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
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
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/field.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { longestSearch } from '#shared/paging.ts'
import { FilterButtons, FiltersDrawer } from './filter-buttons.tsx'
import { type FilterChip, FilterChips } from './filter-chips.tsx'
import { focusFilters, useFilterKeys } from './filter-keys.ts'
import { type OnSearch, useTypedSearch } from './use-typed-search.ts'

interface SearchInput {
  placeholder?: string
  /** Default: the usual limit of a search text. */
  maxLength?: number
  spellCheck?: boolean
  trailing?: ReactNode
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}
interface SearchText {
  label: string
  /** The text in the address. */
  applied: string | undefined
  onSearch: OnSearch
  /** Further attributes of the field. */
  input?: SearchInput
}
interface Props {
  /** A search text; it is applied a moment after the last key. */
  search?: SearchText
  /** All other filters, applied at once; in a drawer on a narrow page. */
  fields?: ReactNode
  /** Rarely used fields: on a wide page behind their own button; `set` = the number of active ones. */
  more?: { fields: ReactNode; set: number }
  /** The text shown if there is no search text; on a narrow page instead of the fields. */
  shown?: string
  /** The active filters, without the text. */
  chips?: readonly FilterChip[]
  /** Clear all filters, the text included. */
  onClean: () => void
  /** Show a button "search", if a document names it: filters still apply at once, and Enter queries again. */
  searchButton?: boolean
  /** Enter without a change: query the server again; by default refetch all queries of the page. */
  onRefetch?: (() => void) | undefined
  busy?: boolean
  /** Draw the filters in their own box, if they filter more than the table below. */
  framed?: boolean
}

const noSearch: SearchText = { label: '', applied: undefined, onSearch: () => {} }

/** The filters of a list: a text, choices applied at once, and chips. `/` focuses it, Escape clears the text. */
export function FilterFrame({
  search,
  fields,
  more,
  shown,
  chips = [],
  onClean,
  searchButton = false,
  onRefetch,
  busy = false,
  framed = false,
}: Props) {
  const [open, setOpen] = useState(false)
  const wide = useWide()
  const [opensMore, setOpensMore] = useState((more?.set ?? 0) > 0)
  const bar = useRef<HTMLElement>(null)
  const { label, applied, onSearch, input } = search ?? noSearch
  const typed = useTypedSearch(applied, onSearch)
  const { clearChip, clean, submit, onKeyDown } = useFilterActions({ bar, typed, chips, onClean, onRefetch })
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
        <div
          data-filter-fields
          className="grid min-w-0 flex-1 grid-cols-1 content-start items-start gap-x-4 gap-y-3 lg:items-end lg:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]"
        >
          {search && <SearchField {...input} {...typed.field} label={label} />}
          {shown !== undefined && chips.length === 0 && (
            <p className="flex min-h-9 items-center text-muted lg:hidden">{shown}</p>
          )}
          {/* On a narrow page the drawer has the fields, and dozens of options need not be rendered twice. */}
          {wide && (
            <div className="contents">
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

type ActionsOf = {
  bar: RefObject<HTMLElement | null>
  typed: ReturnType<typeof useTypedSearch>
  chips: readonly FilterChip[]
} & Pick<Props, 'onClean' | 'onRefetch'>

/** Clear one filter or all of them, apply the text, and query again. */
function useFilterActions({ bar, typed, chips, onClean, onRefetch }: ActionsOf) {
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
  const refetch = useRefetch(onRefetch)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!typed.send()) refetch()
  }
  return { clearChip, clean, submit, onKeyDown }
}

const SearchField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    leading={<Search aria-hidden className="size-4 text-muted" />}
    type="search"
    maxLength={longestSearch}
    autoComplete="off"
    enterKeyHint="search"
    {...field}
    className="lg:col-span-2"
  />
)

/** After the focused chip is removed, focus the next chip, or the text. */
const focusNear = (bar: RefObject<HTMLElement | null>, at: number) =>
  requestAnimationFrame(() => {
    const rest = bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? []
    const next = rest[Math.min(at, rest.length - 1)]
    if (next) next.focus()
    else focusFilters(bar.current)
  })

/** Refetch the queries of the page. */
function useRefetch(onRefetch: (() => void) | undefined): () => void {
  const client = useQueryClient()
  return onRefetch ?? (() => void client.refetchQueries({ type: 'active', stale: true }))
}
