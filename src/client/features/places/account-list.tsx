import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable, type Sort } from '#client/ui/table.tsx'
import { type AccountRow, accountSortColumns } from '#shared/places.ts'
import { countColumns } from './count-columns.tsx'

const firstSize = 10
const accountHref = (id: number): string => `/account_detail/index?id=${id}`

/** The sub-accounts of a client or a site with their devices by state; each leads to its detail. */
export function AccountList({ filter }: { filter: { clientId: number } | { siteId: number } }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const [sort, setSort] = useState<Sort | null>(null)
  const [{ page, size }, setPaging] = useState({ page: 1, size: firstSize })
  const orderColumn = accountSortColumns.find((column) => column === sort?.column)
  const list = trpc.accounts.find.useQuery({ ...filter, page, size, orderColumn, orderWay: sort?.way }, { placeholderData: keepPreviousData })
  const columns = useMemo(
    (): Column<AccountRow>[] => [
      {
        key: 'name',
        title: say('places.accountName'),
        sortable: true,
        sticky: 'start',
        cell: (row) => (
          <AppLink href={accountHref(row.id)} className="text-accent underline-offset-2 hover:underline">
            {row.name}
          </AppLink>
        ),
      },
      'clientId' in filter
        ? { key: 'site', title: say('place.site'), sortable: true, cell: (row) => row.site ?? '-' }
        : { key: 'client', title: say('place.client'), sortable: true, cell: (row) => row.client },
      ...countColumns<AccountRow>((row) => ({ ...filter, accountId: row.id })),
    ],
    [say, filter],
  )
  return (
    <Card title={say('places.accounts')} padded={false}>
      <DataTable<AccountRow>
        caption={say('places.accounts')}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        size={3}
        sort={sort}
        onSort={setSort}
        fetching={list.isFetching && list.isPlaceholderData}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={(row) => navigate(accountHref(row.id))}
        empty={<EmptyState title={say('places.noAccounts')} className="py-6" />}
      />
      {(list.data?.totalCount ?? 0) > firstSize && (
        <div className="px-4 py-2">
          <Pager page={page} size={size} total={list.data?.totalCount} onChange={(nextPage, nextSize) => setPaging({ page: nextPage, size: nextSize })} />
        </div>
      )}
    </Card>
  )
}
