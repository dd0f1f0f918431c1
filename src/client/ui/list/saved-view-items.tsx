import { MenuItem } from '@headlessui/react'
import { Bookmark, BookmarkPlus, Trash2, Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import type { SavedView, ViewScreen } from '#shared/views.ts'

type Props = {
  screen: ViewScreen
  rows: readonly SavedView[]
  /** Hide the columns that a view hides; undefined for a list without columns. */
  onHidden: ((hidden: string[]) => void) | undefined
  onSave: () => void
}

/** The views in the menu, each with a button that deletes it, and the item that saves the present one. */
export function SavedViewItems({ screen, rows, onHidden, onSave }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [path, navigate] = useLocation()
  const { mutateAsync: remove } = trpc.views.delete.useMutation()
  const open = ({ query, hidden }: SavedView) => {
    if (hidden) onHidden?.(hidden)
    navigate(`${path}${query}`)
  }
  const ask = async ({ id, name, shared, own, query, hidden }: SavedView) => {
    // A user can save an own deleted view again; a colleague's view only that colleague can restore.
    if (!own && !(await askConfirm({ message: say('view.deleteSharedAsk', { name }), danger: true }))) return
    if (!(await remove({ id }).catch(() => null))) return
    const restore = () => utils.client.views.save.mutate({ screen, name, query, hidden, shared })
    const done = doneTo(say('view.deleted'), name)
    toastSuccess(done, own ? undoBy(restore, () => utils.views.invalidate(), done) : undefined)
    await utils.views.invalidate()
  }
  return (
    <>
      {rows.length === 0 && <p className="px-2 py-1.5 text-muted">{say('view.none')}</p>}
      {rows.map((row) => (
        <Row key={row.id} row={row} onOpen={() => open(row)} onDelete={() => void ask(row)} />
      ))}
      <MenuItem>
        <button type="button" className="option w-full border-t border-line" onClick={onSave}>
          <BookmarkPlus aria-hidden className="size-4 text-muted" />
          {say('view.saveAs')}
        </button>
      </MenuItem>
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
