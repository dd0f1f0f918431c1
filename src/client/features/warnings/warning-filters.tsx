import { type FormEvent, useEffect, useState } from 'react'
import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { OwnerFields, SerialField } from '#client/features/devices/filter-fields.tsx'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'

type Props = { applied: ViewFilters; busy: boolean; onSearch: (filters: ViewFilters) => void }

/** Whose devices, where, of which type, which serial; counts after "search" or Enter. */
export function WarningFilters({ applied, busy, onSearch }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(applied)
  // Back, or a shared link, may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ ...draft, serial: draft.serial?.trim() || undefined })
  }
  return (
    <search className="rounded-md border border-line bg-surface p-4">
      <form
        aria-label={say('fleet.filters')}
        onSubmit={submit}
        className="grid grid-cols-1 items-end gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6"
      >
        <OwnerFields filters={draft} onChange={setDraft} />
        <SerialField filters={draft} onChange={setDraft} />
        <div className="flex justify-end gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {say('fleet.search')}
          </Button>
          <Button onClick={() => onSearch({ state: applied.state })}>{say('fleet.clean')}</Button>
        </div>
      </form>
    </search>
  )
}
