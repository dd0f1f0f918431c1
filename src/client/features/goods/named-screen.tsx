import type { ReactNode } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { plainColumns } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction } from '#client/ui/list/row-actions.tsx'
import { NamedFilters, type NamedRow } from '#shared/goods.ts'
import { type Feature, headings } from './named-lists.ts'

const NamedDialog = lazyPart(async () => (await import('./named-dialog.tsx')).NamedDialog)

const materialTypes = namedList('materialTypes')
const models = namedList('models', () => <Lead note="goods.modelNote" />)
const tagTypes = namedList('tagTypes', () => <Lead note="goods.tagNote" />)

export const MaterialTypeScreen = () => <ListScreen list={materialTypes} />
export const ModelScreen = () => <ListScreen list={models} />
export const TagTypeScreen = () => <ListScreen list={tagTypes} />

/** A list of names that classify goods or comments: find, add, rename, delete. */
function namedList(feature: Feature, Lead?: () => ReactNode) {
  return declareList({
    name: feature,
    words: 'goods',
    heading: headings[feature],
    filters: NamedFilters,
    useRows: (request) => trpc[feature].find.useQuery(request, listQuery),
    columns: plainColumns('goods', ['name']),
    ...(Lead ? { Lead } : {}),
    Form: (props) => <NamedDialog feature={feature} {...props} />,
    useActions: () => {
      const utils = trpc.useUtils()
      const { mutate: remove } = trpc[feature].delete.useMutation({
        onSettled: () => utils[feature].invalidate(),
      })
      return [deleteAction<NamedRow>('goods', { remove })]
    },
  })
}

const Lead = ({ note }: { note: 'goods.modelNote' | 'goods.tagNote' }) => <p className="text-muted">{say(note)}</p>
