import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { orDash } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction } from '#client/ui/list/row-actions.tsx'
import { MaterialFilters, type MaterialRow } from '#shared/goods.ts'
import { useMaterialTypeChoices, useModelChoices } from './use-goods-choices.ts'

const MaterialDialog = lazyPart(async () => (await import('./material-dialog.tsx')).MaterialDialog)

const materials = declareList({
  name: 'materials',
  words: 'goods',
  heading: 'route.material',
  filters: MaterialFilters,
  lookups: { materialTypeId: useMaterialTypeChoices, modelId: useModelChoices },
  useRows: (request) => trpc.materials.find.useQuery(request, listQuery),
  columns: [
    { key: 'name', fixed: true, sticky: 'start' },
    { key: 'materialType' },
    { key: 'model', cell: ({ model }) => orDash(model) },
    { key: 'unit', cell: ({ unit }) => orDash(unit) },
  ],
  Form: MaterialDialog,
  useActions: () => {
    const utils = trpc.useUtils()
    const { mutate: remove } = trpc.materials.delete.useMutation({
      onSettled: () => utils.materials.invalidate(),
    })
    return [deleteAction<MaterialRow>('goods', { remove })]
  },
})

/** Goods with their categories, shared by all companies: find, add, change, delete. */
export const MaterialScreen = () => <ListScreen list={materials} />
