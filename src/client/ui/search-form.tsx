import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

type Props = {
  label: string
  /** Width of the text field. */
  className: string
  /** What the address says. */
  applied: string | undefined
  onSearch: (name: string | undefined) => void
  /** Filters that apply at once, before the button. */
  children: ReactNode
  /** Behind the button. */
  after?: ReactNode
}

/** Filters over a list: a text that applies after "search" or Enter, beside choices that apply at once. */
export function SearchForm({ label, className, applied, onSearch, children, after }: Props) {
  const say = useWord()
  const [name, setName] = useState(applied ?? '')
  useEffect(() => setName(applied ?? ''), [applied])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(name.trim() || undefined)
  }
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={label}
          className={`${className} max-w-full`}
          type="search"
          maxLength={64}
          value={name}
          onChange={setName}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {children}
        <Button type="submit" variant="primary">
          {say('ui.search')}
        </Button>
        {after}
      </form>
    </search>
  )
}
