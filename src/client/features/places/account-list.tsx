import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { PagedTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { TableSettingsButton, useTableSettings } from '#client/ui/list/table-settings.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { type AccountRow, accountSortColumns } from '#shared/places.ts'
import { countColumns } from './count-columns.tsx'
import { nameColumn } from './place-columns.tsx'

const AccountDialog = lazyPart(async () => (await import('#client/features/accounts/account-dialog.tsx')).AccountDialog)

const firstSize = 10
const accountHref = (id: number): string => `/account_detail/index?id=${id}`

/** The sub-accounts of a client or a site with their devices by state; each row links to its detail screen. */
export function AccountList({ filter }: { filter: { clientId: number } | { siteId: number } }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const mayAdd = useMay('agent')
  const [adding, setAdding] = useState(false)
  const clientId = 'clientId' in filter ? filter.clientId : undefined
  const { page, size, sort, change } = useInnerList('accounts', firstSize)
  const settings = useTableSettings('accounts')
  const orderColumn = accountSortColumns.find((column) => column === sort?.column)
  const list = trpc.accounts.find.useQuery({ ...filter, page, size, orderColumn, orderWay: sort?.way }, listQuery)
  const columns = useMemo(
    (): Column<AccountRow>[] => [
      nameColumn<AccountRow>(say('placeAccount.name'), accountHref),
      'clientId' in filter
        ? { key: 'site', title: say('place.site'), sortable: true, cell: (row) => row.site ?? '-' }
        : { key: 'client', title: say('place.client'), sortable: true, cell: (row) => row.client },
      ...countColumns<AccountRow>((row) => ({ ...filter, accountId: row.id })),
    ],
    [say, filter],
  )
  return (
    <Card
      title={say('places.accountList')}
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
      <PagedTable<AccountRow>
        caption={say('places.accountList')}
        columns={columns}
        list={list}
        rowKey={(row) => row.id}
        view={{ page, size }}
        change={change}
        expected={3}
        pagesFrom={firstSize}
        sort={sort}
        onSort={(next) => change({ sort: next, page: 1 })}
        settings={settings}
        onOpen={(row) => navigate(accountHref(row.id))}
        empty={<EmptyState title={say('places.noAccounts')} className="py-6" />}
      />
      {adding && clientId !== undefined && (
        <AccountDialog account={null} clientId={clientId} onClose={() => setAdding(false)} />
      )}
    </Card>
  )
}
