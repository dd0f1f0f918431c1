import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { longestSearch } from '#shared/paging.ts'
import { useTypedSearch } from './use-typed-search.ts'

type Props = {
  label: string
  /** Width of the text field. */
  className?: string
  /** What the address says. */
  applied: string | undefined
  onSearch: (text: string | undefined) => void
  /** The rows are on their way. */
  busy?: boolean
  /** Filters that apply at once, before the button. */
  children?: ReactNode
  /** Behind the button. */
  after?: ReactNode
}

/** Filters over a list: a text that applies after "search" or Enter, beside choices that apply at once. */
export function SearchForm({ label, className = 'w-56', applied, onSearch, busy = false, children, after }: Props) {
  const say = useWord()
  const { text, setText, submit } = useTypedSearch(applied, onSearch)
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={label}
          className={`${className} max-w-full`}
          type="search"
          maxLength={longestSearch}
          autoComplete="off"
          value={text}
          onChange={setText}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {children}
        <Button type="submit" variant="primary" busy={busy}>
          {say('ui.search')}
        </Button>
        {after}
      </form>
    </search>
  )
}
