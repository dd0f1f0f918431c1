import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ListCard } from '#client/features/places/list-card.tsx'
import { useListView } from '#client/features/places/list-view.ts'
import { PlaceSearch } from '#client/features/places/place-search.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { type MeasureRow, measurePageSize } from '#shared/measures.ts'
import { MeasureDialog } from './measure-dialog.tsx'
import { formatMoney } from './money.ts'

const unsorted: readonly never[] = []
type Open = { measure: MeasureRow | null } | null

/** What each check method costs at which base: find, add, change. There is no delete (R111). */
export function MeasureScreen() {
  const say = useWord()
  const { view, change } = useListView(unsorted, measurePageSize)
  const [open, setOpen] = useState<Open>(null)
  const { name, page, size } = view
  const list = trpc.measures.find.useQuery({ name, page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const columns = useMemo(
    (): Column<MeasureRow>[] => [
      { key: 'checkMethod', title: say('measures.checkMethod'), fixed: true, cell: (row) => row.checkMethod },
      {
        key: 'description',
        title: say('measures.description'),
        cell: (row) => (
          <span className="block max-w-96 truncate" title={row.description ?? undefined}>
            {row.description ?? '-'}
          </span>
        ),
      },
      {
        key: 'cashAmount',
        title: say('measures.cashAmount'),
        align: 'end',
        fixed: true,
        cell: (row) => <span className="figures">{formatMoney(row.cashAmount)}</span>,
      },
      { key: 'company', title: say('measures.company'), cell: (row) => row.company },
      { key: 'updated', title: say('measures.updated'), cell: (row) => <span className="figures">{row.updateTimeStr}</span> },
      {
        key: 'actions',
        title: say('measures.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-2 text-accent!"
            aria-label={`${say('measures.edit')} ${row.checkMethod}`}
            onClick={() => setOpen({ measure: row })}
          >
            {say('measures.edit')}
          </Button>
        ),
      },
    ],
    [say],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.measures')}</h1>
      <ListCard<MeasureRow>
        title={say('measures.list')}
        name="measures"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        size={size}
        change={change}
        onOpen={(measure) => setOpen({ measure })}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ measure: null })}>
            {say('measures.add')}
          </Button>
        }
        filters={<PlaceSearch label={say('measures.search')} applied={name} onSearch={(part) => change({ name: part, page: 1 })} />}
        empty={<EmptyState title={say(name ? 'measures.noMatch' : 'measures.none')} help={name ? undefined : say('measures.noneHelp')} />}
      />
      {open && <MeasureDialog measure={open.measure} onClose={() => setOpen(null)} />}
    </div>
  )
}
