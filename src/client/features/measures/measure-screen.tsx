import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { inlineSearch } from '#client/ui/list/inline-search.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { declareList, ListScreen } from '#client/ui/list/list-screen.tsx'
import { MeasureFilters, measurePageSize } from '#shared/measures.ts'
import { formatMoney } from './money.ts'

const MeasureDialog = lazyPart(async () => (await import('./measure-dialog.tsx')).MeasureDialog)

const measures = declareList({
  name: 'measures',
  words: 'measures',
  heading: 'route.measures',
  filters: MeasureFilters,
  size: measurePageSize,
  useRows: (request) => trpc.measures.find.useQuery(request, listQuery),
  columns: [
    { key: 'checkMethod', fixed: true },
    { key: 'description', cell: ({ description }) => cut(description, 'max-w-96') },
    { key: 'cashAmount', align: 'end', fixed: true, cell: ({ cashAmount }) => figures(formatMoney(cashAmount)) },
    { key: 'company' },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  Filters: inlineSearch('measures'),
  Form: MeasureDialog,
})

/** What each check method costs at which base: find, add, change. There is no delete (R111). */
export const MeasureScreen = () => <ListScreen list={measures} />
