import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { ListCard } from '#client/features/places/list-card.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { NamedRow } from '#shared/goods.ts'
import { GoodsTabs } from './goods-tabs.tsx'
import { NameSearch } from './name-search.tsx'
import { actionsColumn } from './row-actions.tsx'

const lists = {
  materialTypes: { title: 'route.materialType', note: null },
  models: { title: 'route.model', note: 'goods.modelNote' },
  tagTypes: { title: 'route.tagType', note: 'goods.tagNote' },
} as const
type Feature = keyof typeof lists
const parts = ['name'] as const
const longestName = 64

export const MaterialTypeScreen = () => <NamedScreen feature="materialTypes" />
export const ModelScreen = () => <NamedScreen feature="models" />
export const TagTypeScreen = () => <NamedScreen feature="tagTypes" />

/** A list of names that goods or comments are sorted under: find, add, rename, delete. */
function NamedScreen({ feature }: { feature: Feature }) {
  const say = useWord()
  const { title, note } = lists[feature]
  const { view, change } = useAddress(parts)
  const utils = trpc.useUtils()
  const [open, setOpen] = useState<NamedRow | 'new' | null>(null)
  const { page, size, name = '' } = view
  const list = trpc[feature].find.useQuery({ page, size, name }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const { mutate: remove } = trpc[feature].delete.useMutation({
    onSuccess: () => toastSuccess(say('goods.deleted')),
    onSettled: () => utils[feature].invalidate(),
  })
  const columns = useMemo(
    (): Column<NamedRow>[] => [
      { key: 'name', title: say('goods.name'), fixed: true, cell: (row) => row.name },
      actionsColumn<NamedRow>(setOpen, ({ id }) => remove({ id })),
    ],
    [say, remove],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say(title)}</h1>
      <GoodsTabs />
      {note && <p className="text-muted">{say(note)}</p>}
      <ListCard<NamedRow>
        title={say(title)}
        name={feature}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        size={size}
        change={change}
        onOpen={setOpen}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
            {say('goods.add')}
          </Button>
        }
        filters={<NameSearch label={say('goods.search')} value={name} busy={list.isFetching} onSearch={(text) => change({ name: text, page: 1 })} />}
        empty={<EmptyState title={say('goods.empty')} help={say('goods.emptyHint')} />}
      />
      {open && <NamedDialog feature={feature} row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function NamedDialog({ feature, row, onClose }: { feature: Feature; row: NamedRow | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [name, setName] = useState(row?.name ?? '')
  const [tried, setTried] = useState(false)
  const done = {
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(row ? 'ui.updated' : 'ui.created'))
      onClose()
      await utils[feature].invalidate()
    },
  }
  const save = trpc[feature].save.useMutation(done)
  const update = trpc[feature].update.useMutation(done)
  const submit = () => {
    setTried(true)
    const text = name.trim()
    if (text === '') return
    if (row) update.mutate({ id: row.id, name: text, rowVersion: row.rowVersion })
    else save.mutate({ name: text })
  }
  return (
    <FormDialog
      title={row ? say('goods.editOf', { name: row.name }) : say('goods.addTo', { list: say(lists[feature].title) })}
      busy={save.isPending || update.isPending}
      error={save.error ?? update.error}
      draft={name}
      names={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('goods.name')}
        required
        maxLength={longestName}
        value={name}
        onChange={setName}
        error={tried && name.trim() === '' ? say('goods.nameMissing') : refusedAt(save.error ?? update.error)('name')}
        data-autofocus
      />
    </FormDialog>
  )
}
