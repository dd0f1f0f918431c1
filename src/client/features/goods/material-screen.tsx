import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { MaterialRow } from '#shared/goods.ts'
import { ChoiceFilter, idOf } from './choice-filter.tsx'
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
  const materialTypeId = idOf(view.materialTypeId)
  const modelId = idOf(view.modelId)
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
            <ChoiceFilter
              label={say('goods.materialType')}
              choices={types}
              value={materialTypeId}
              onChange={(materialTypeId) => change({ materialTypeId, page: 1 })}
            />
            <ChoiceFilter label={say('goods.model')} choices={models} value={modelId} onChange={(modelId) => change({ modelId, page: 1 })} />
          </NameSearch>
        }
        empty={<EmptyState title={say('goods.empty')} help={say('goods.emptyHint')} />}
      />
      {open && <MaterialDialog row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
