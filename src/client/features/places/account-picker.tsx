import { Search } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { longestSearch } from '#shared/paging.ts'

/** Number of choices shown at once; the search field finds the others. */
const shownChoices = 200

type Props = {
  /** The site in the form; 0 = a new one. */
  siteId: number
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Choose the sub-accounts of a site: those without a site and the site's own. */
export function AccountPicker({ siteId, chosen, onChange }: Props) {
  const say = useWord()
  const [typed, setTyped] = useState('')
  const offered = trpc.accounts.unassigned.useQuery({ id: siteId })
  const query = typed.trim().toLowerCase()
  const matching = (offered.data ?? []).filter(({ name }) => name.toLowerCase().includes(query))
  const toggle = (id: number, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="grid min-w-0 gap-1 sm:col-span-2">
      <legend className="font-medium">
        {say('places.accounts')}{' '}
        <span className="font-normal text-muted">{say('places.accountsChosen', { count: chosen.length })}</span>
      </legend>
      <span className="control flex items-center gap-2 py-0!">
        <Search aria-hidden className="size-4 text-muted" />
        <input
          type="search"
          value={typed}
          maxLength={longestSearch}
          aria-label={say('places.accountsFind')}
          placeholder={say('places.accountsFind')}
          onChange={(event) => setTyped(event.target.value)}
          // Enter in the search field must not save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="min-h-7.5 min-w-0 flex-1 bg-transparent outline-none"
        />
      </span>
      <div className="grid max-h-40 grid-cols-1 gap-x-4 overflow-y-auto rounded-md border border-line p-1 sm:grid-cols-2">
        {offered.isPending && <Skeleton className="h-6 w-full" />}
        {offered.error && <p className="p-1 text-danger">{messageOf(offered.error)}</p>}
        {offered.data?.length === 0 && <p className="p-1 text-muted">{say('places.accountsNone')}</p>}
        {offered.data && offered.data.length > 0 && matching.length === 0 && (
          <p className="p-1 text-muted">{say('ui.noChoice')}</p>
        )}
        {matching.slice(0, shownChoices).map(({ id, name }) => (
          <label
            key={id}
            className="flex min-w-0 cursor-pointer items-center gap-2 rounded-sm px-1.5 py-1 hover:bg-hover"
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
              className="accent-(--accent-fill)"
            />
            <span className="truncate">{name}</span>
          </label>
        ))}
        {matching.length > shownChoices && (
          <p className="p-1 text-muted">{say('ui.moreChoices', { count: shownChoices })}</p>
        )}
      </div>
      <p className="text-xs text-muted">{say('places.accountsHelp')}</p>
    </fieldset>
  )
}
