import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { sayTitle, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { longestSearch } from '#shared/paging.ts'
import type { FilterBarProps } from './filter-bar.tsx'
import { useTypedSearch } from './use-typed-search.ts'

/** Finds rows by a part of their name, after "search" or Enter. */
export function InlineSearch({
  label,
  applied,
  onSearch,
  children,
}: {
  label: string
  applied: string | undefined
  onSearch: (name: string | undefined) => void
  children?: ReactNode
}) {
  const say = useWord()
  const { text, setText, submit, clear } = useTypedSearch(applied, onSearch)
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <span className="control col-span-full flex items-center sm:w-72 gap-2 py-0!">
          <Search aria-hidden className="size-4 text-muted" />
          <input
            type="search"
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={longestSearch}
            onChange={(event) => setText(event.target.value)}
            className="min-h-7.5 min-w-0 flex-1 bg-transparent outline-none"
          />
        </span>
        <Button type="submit" variant="primary">
          {say('ui.search')}
        </Button>
        <Button onClick={clear}>{say('ui.clear')}</Button>
        {children}
      </form>
    </search>
  )
}

/** The filters of a list that is searched by its name alone. */
export const inlineSearch =
  (words: string) =>
  ({ view, change }: FilterBarProps) => (
    <InlineSearch
      label={sayTitle(`${words}.search`)}
      applied={typeof view.name === 'string' ? view.name : undefined}
      onSearch={(name) => change({ name, page: 1 })}
    />
  )
