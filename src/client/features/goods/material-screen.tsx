import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { MaterialRow } from '#shared/goods.ts'
import { Id } from '#shared/paging.ts'
import { GoodsTabs } from './goods-tabs.tsx'
import { MaterialDialog } from './material-dialog.tsx'
import { NameSearch } from './name-search.tsx'
import { actionsColumn } from './row-actions.tsx'
import { useMaterialTypeChoices, useModelChoices } from './use-goods-choices.ts'

const parts = ['name', 'materialTypeId', 'modelId'] as const
const nothing = <span className="text-muted">-</span>

/** Goods with their categories, shared by all companies: find, add, change, delete. */
export function MaterialScreen() {
  const say = useWord()
  const { view, change } = useAddress(parts)
  const utils = trpc.useUtils()
  const types = useMaterialTypeChoices()
  const models = useModelChoices()
  const [open, setOpen] = useState<MaterialRow | 'new' | null>(null)
  const { page, size, name = '' } = view
  const materialTypeId = Id.safeParse(view.materialTypeId).data
  const modelId = Id.safeParse(view.modelId).data
  const list = trpc.materials.find.useQuery({ page, size, name, materialTypeId, modelId }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const { mutate: remove } = trpc.materials.delete.useMutation({
    onSuccess: () => toastSuccess(say('goods.deleted')),
    onSettled: () => utils.materials.invalidate(),
  })
  const columns = useMemo(
    (): Column<MaterialRow>[] => [
      { key: 'name', title: say('goods.name'), fixed: true, sticky: 'start', cell: (row) => row.name },
      { key: 'materialType', title: say('goods.materialType'), cell: (row) => row.materialType },
      { key: 'model', title: say('goods.model'), cell: (row) => row.model ?? nothing },
      { key: 'unit', title: say('goods.unit'), cell: (row) => row.unit ?? nothing },
      actionsColumn<MaterialRow>(setOpen, ({ id }) => remove({ id })),
    ],
    [say, remove],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.material')}</h1>
      <GoodsTabs />
      <ListCard<MaterialRow>
        title={say('route.material')}
        name="materials"
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
        filters={
          <NameSearch label={say('goods.search')} value={name} busy={list.isFetching} onSearch={(text) => change({ name: text, page: 1 })}>
            <Combobox
              label={say('goods.materialType')}
              className="w-48"
              value={materialTypeId ?? null}
              options={types.options}
              loading={types.loading}
              onSearch={types.search}
              onChange={(id) => change({ materialTypeId: id === null ? undefined : String(id), page: 1 })}
            />
            <Combobox
              label={say('goods.model')}
              className="w-48"
              value={modelId ?? null}
              options={models.options}
              loading={models.loading}
              onSearch={models.search}
              onChange={(id) => change({ modelId: id === null ? undefined : String(id), page: 1 })}
            />
          </NameSearch>
        }
        empty={<EmptyState title={say('goods.empty')} help={say('goods.emptyHint')} />}
      />
      {open && <MaterialDialog row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
