import { ListFilter } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Drawer } from './drawer.tsx'

type Props = {
  fields: ReactNode
  /** How the fields are beside each other where there is room. */
  wide: string
  /** Where the buttons stand among them. */
  buttonsWide?: string
  /** How many filters are in force. */
  count: number
  /** Something chosen does not count yet. */
  pending?: boolean
  busy?: boolean
  onSearch: () => void
  onClean: () => void
}

/** The filters of a list with "search" and "clean": a bar over the list, and a drawer where the page is narrow. */
export function FilterFrame({ fields, wide, buttonsWide, count, pending = false, busy = false, onSearch, onClean }: Props) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    onSearch()
  }
  const clean = () => {
    setOpen(false)
    onClean()
  }
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
        <form aria-label={say('fleet.filters')} onSubmit={submit} className={classNames('items-end gap-x-4 gap-y-3', wide)}>
          {fields}
          <div className={classNames('flex justify-end gap-2', buttonsWide)}>{buttons}</div>
        </form>
      </search>
      <div className="flex lg:hidden">
        <Button icon={<ListFilter aria-hidden className="size-4" />} onClick={() => setOpen(true)} aria-haspopup="dialog" aria-expanded={open}>
          {count > 0 ? say('fleet.filtersActive', { count }) : say('fleet.filters')}
        </Button>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title={say('fleet.filters')}>
        <form onSubmit={submit} className="grid gap-3 p-4">
          {fields}
          <div className="sticky bottom-0 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-surface p-4">{buttons}</div>
        </form>
      </Drawer>
    </>
  )
}
