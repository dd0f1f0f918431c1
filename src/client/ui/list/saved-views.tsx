import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Bookmark, BookmarkPlus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toolStyle } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import type { SavedView, ViewScreen } from '#shared/views.ts'

const SaveViewDialog = lazyPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

import type { TableSettings } from './table-settings.tsx'

/** `settings` = the columns of the list; undefined if it has no columns. */
type Props = { screen: ViewScreen; settings?: TableSettings | undefined }

/**
 * Filters, order and columns saved under a name: the user's own views, and those shared by others of the base. The
 * address is the view.
 */
export function SavedViews({ screen, settings }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [path, navigate] = useLocation()
  const views = trpc.views.find.useQuery({ screen }, { meta: { silent: true } })
  const [saving, setSaving] = useState(false)
  const { mutateAsync: remove } = trpc.views.delete.useMutation()
  const open = ({ query, hidden }: SavedView) => {
    if (settings && hidden) settings.change({ hidden })
    navigate(`${path}${query}`)
  }
  const ask = async ({ id, name, shared, own, query, hidden }: SavedView) => {
    // A user can save an own deleted view again; a colleague's view only that colleague can restore.
    if (!own && !(await askConfirm({ message: say('view.deleteSharedAsk', { name }), danger: true }))) return
    if (!(await remove({ id }).catch(() => null))) return
    const restore = () => utils.client.views.save.mutate({ screen, name, query, hidden, shared })
    toastSuccess(doneTo(say('view.deleted'), name), own ? undoBy(restore, () => utils.views.invalidate()) : undefined)
    await utils.views.invalidate()
  }
  const rows = views.data ?? []
  return (
    <>
      <Menu>
        <MenuButton className={toolStyle} title={say('view.menu')}>
          <Bookmark aria-hidden className="size-4" />
          <span className="max-sm:sr-only narrow:sr-only">{say('view.menu')}</span>
        </MenuButton>
        <MenuItems
          modal={false}
          anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
          className="popover max-h-96! min-w-56 max-w-80"
        >
          {rows.length === 0 && <p className="px-2 py-1.5 text-muted">{say('view.none')}</p>}
          {rows.map((row) => (
            <Row key={row.id} row={row} onOpen={() => open(row)} onDelete={() => void ask(row)} />
          ))}
          <MenuItem>
            <button type="button" className="option w-full border-t border-line" onClick={() => setSaving(true)}>
              <BookmarkPlus aria-hidden className="size-4 text-muted" />
              {say('view.saveAs')}
            </button>
          </MenuItem>
        </MenuItems>
      </Menu>
      {saving && <SaveViewDialog screen={screen} hidden={settings?.hidden ?? null} onClose={() => setSaving(false)} />}
    </>
  )
}

function Row({ row, onOpen, onDelete }: { row: SavedView; onOpen: () => void; onDelete: () => void }) {
  const say = useWord()
  const label = say('view.delete', { name: row.name })
  const Mark = row.shared ? Users : Bookmark
  return (
    <div className="flex items-center">
      <MenuItem>
        <button
          type="button"
          className="option min-w-0 flex-1"
          title={row.shared ? say('view.sharedBy', { owner: row.owner }) : undefined}
          onClick={onOpen}
        >
          <Mark aria-label={say(row.shared ? 'view.shared' : 'view.own')} className="size-4 shrink-0 text-muted" />
          <span className="truncate">{row.name}</span>
        </button>
      </MenuItem>
      {row.mayDelete && (
        <MenuItem>
          <button
            type="button"
            aria-label={label}
            title={label}
            className="option w-auto! shrink-0 text-muted"
            onClick={onDelete}
          >
            <Trash2 aria-hidden className="size-4" />
          </button>
        </MenuItem>
      )}
    </div>
  )
}
