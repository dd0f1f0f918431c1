import { ListFilter } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { DeviceFilterFields } from './device-filters.tsx'
import { sameFilters, type ViewFilters, viewFilterNames } from './device-view.ts'

type Props = {
  applied: ViewFilters
  /** Search; also called when nothing changed, to ask again. */
  onSearch: (filters: ViewFilters) => void
  busy: boolean
}

const trimmed = (filters: ViewFilters): ViewFilters => ({ ...filters, serial: filters.serial?.trim() || undefined })
const countOf = (filters: ViewFilters): number => viewFilterNames.filter((name) => filters[name] !== undefined && filters[name] !== '').length

/** What is chosen here counts after "search" or Enter; "clean" resets and searches. In a drawer where the page is narrow. */
export function DeviceFilterBar({ applied, onSearch, busy }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(applied)
  const [open, setOpen] = useState(false)
  // Back, a shared link or a card may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    onSearch(trimmed(draft))
  }
  const clean = () => {
    setDraft({})
    setOpen(false)
    onSearch({})
  }
  const count = countOf(applied)
  const pending = !sameFilters(trimmed(draft), applied)
  const buttons = (
    <>
      <Button type="submit" variant="primary" busy={busy}>
        {say('fleet.search')}
        {pending && <span aria-hidden className="size-1.5 rounded-full bg-white" />}
      </Button>
      <Button onClick={clean}>{say('fleet.clean')}</Button>
    </>
  )
  return (
    <>
      <search className="rounded-md border border-line bg-surface p-4 max-lg:hidden">
        <form aria-label={say('fleet.filters')} onSubmit={submit} className="grid grid-cols-4 items-end gap-x-4 gap-y-3 xl:grid-cols-5">
          <DeviceFilterFields filters={draft} onChange={setDraft} />
          <div className="col-span-full flex justify-end gap-2 xl:col-span-2">{buttons}</div>
        </form>
      </search>
      <div className="flex lg:hidden">
        <Button icon={<ListFilter aria-hidden className="size-4" />} onClick={() => setOpen(true)} aria-haspopup="dialog" aria-expanded={open}>
          {count > 0 ? say('fleet.filtersActive', { count }) : say('fleet.filters')}
        </Button>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title={say('fleet.filters')}>
        <form onSubmit={submit} className="grid gap-3 p-4">
          <DeviceFilterFields filters={draft} onChange={setDraft} />
          <div className="sticky bottom-0 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-surface p-4">{buttons}</div>
        </form>
      </Drawer>
    </>
  )
}
