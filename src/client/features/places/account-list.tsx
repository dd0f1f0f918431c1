import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { AccountDialog } from '#client/features/accounts/account-dialog.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { TableSettingsButton, useTableSettings } from '#client/ui/table-settings.tsx'
import { type AccountRow, accountSortColumns } from '#shared/places.ts'
import { countColumns } from './count-columns.tsx'
import { nameColumn } from './place-columns.tsx'
import { useInnerList } from './use-inner-list.ts'

const firstSize = 10
const accountHref = (id: number): string => `/account_detail/index?id=${id}`

/** The sub-accounts of a client or a site with their devices by state; each leads to its detail. */
export function AccountList({ filter }: { filter: { clientId: number } | { siteId: number } }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const mayAdd = useMay('agent')
  const [adding, setAdding] = useState(false)
  const clientId = 'clientId' in filter ? filter.clientId : undefined
  const { page, size, sort, change } = useInnerList('accounts', firstSize)
  const settings = useTableSettings('accounts')
  const orderColumn = accountSortColumns.find((column) => column === sort?.column)
  const list = trpc.accounts.find.useQuery(
    { ...filter, page, size, orderColumn, orderWay: sort?.way },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const columns = useMemo(
    (): Column<AccountRow>[] => [
      nameColumn<AccountRow>(say('places.accountName'), accountHref),
      'clientId' in filter
        ? { key: 'site', title: say('place.site'), sortable: true, cell: (row) => row.site ?? '-' }
        : { key: 'client', title: say('place.client'), sortable: true, cell: (row) => row.client },
      ...countColumns<AccountRow>((row) => ({ ...filter, accountId: row.id })),
    ],
    [say, filter],
  )
  return (
    <Card
      title={say('places.accounts')}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1">
          <TableSettingsButton settings={settings} columns={columns} />
          {mayAdd && clientId !== undefined && (
            <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
              {say('places.addAccount')}
            </Button>
          )}
        </span>
      }
    >
      <DataTable<AccountRow>
        caption={say('places.accounts')}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        size={3}
        sort={sort}
        onSort={(next) => change({ sort: next, page: 1 })}
        settings={settings}
        fetching={list.isFetching && list.isPlaceholderData}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={(row) => navigate(accountHref(row.id))}
        empty={<EmptyState title={say('places.noAccounts')} className="py-6" />}
      />
      {(list.data?.totalCount ?? 0) > firstSize && (
        <div className="px-4 py-2">
          <Pager page={page} size={size} total={list.data?.totalCount} onChange={(nextPage, nextSize) => change({ page: nextPage, size: nextSize })} />
        </div>
      )}
      {adding && clientId !== undefined && <AccountDialog account={null} clientId={clientId} onClose={() => setAdding(false)} />}
    </Card>
  )
}
