import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

type Props = { label: string; value: string; onSearch: (text: string) => void; busy?: boolean; children?: ReactNode }

/** A text counts after "search" or Enter; the choices beside it at once. */
export function NameSearch({ label, value, onSearch, busy = false, children }: Props) {
  const say = useWord()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={label}
          className="w-56 max-w-full"
          type="search"
          maxLength={64}
          autoComplete="off"
          value={text}
          onChange={setText}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {children}
        <Button type="submit" variant="primary" busy={busy}>
          {say('ui.search')}
        </Button>
      </form>
    </search>
  )
}
