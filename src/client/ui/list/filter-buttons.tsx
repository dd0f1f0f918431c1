import { ListFilter, Search, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Drawer } from '#client/ui/drawer.tsx'

type ButtonsProps = {
  hasFields: boolean
  more: { opens: boolean; onToggle: () => void } | undefined
  /** The drawer of a narrow page, and the number of active filters in it. */
  drawer: { open: boolean; onOpen: () => void; set: number }
  isClean: boolean
  searchButton: boolean
  busy: boolean
  onClean: () => void
}

/** More fields, the drawer of a narrow page, "search" and "clear". */
export function FilterButtons({ hasFields, more, drawer, isClean, searchButton, busy, onClean }: ButtonsProps) {
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
          {/* On a phone the icon and the number, so that the field beside it shows its whole hint. */}
          <span className="max-sm:sr-only">
            {drawer.set > 0 ? say('fleet.filtersActive', { count: drawer.set }) : say('fleet.filters')}
          </span>
          {drawer.set > 0 && (
            <span aria-hidden className="figures sm:hidden">
              {drawer.set}
            </span>
          )}
        </Button>
      )}
      {searchButton ? (
        <Button type="submit" className="narrow:hidden" icon={<Search aria-hidden className="size-4" />} busy={busy}>
          {say('ui.search')}
        </Button>
      ) : (
        // Enter submits a form of several fields only if it has a submit button.
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

/** The filter fields on a narrow page. */
export const FiltersDrawer = ({ open, onClose, isSet, busy, onClean, children }: DrawerProps) => (
  <Drawer backCloses open={open} onClose={onClose} title={say('fleet.filters')}>
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
