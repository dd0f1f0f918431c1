import { keepPreviousData } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { roleOfLabel } from '#shared/permissions.ts'
import type { UserRow } from '#shared/user-admin.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { UserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { useUserView } from './user-view.ts'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

type Open = { what: 'add' | 'import' } | { what: 'edit' | 'reset'; user: UserRow } | null

/** The people of the company in sight: who they are, what they may, and what an administrator does for them. */
export function UserScreen() {
  const say = useWord()
  const { view, change, today } = useUserView()
  const settings = useTableSettings('users')
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  const [open, setOpen] = useState<Open>(null)
  const { created, ...rest } = view
  const list = trpc.users.find.useQuery(
    { ...rest, ...(created ? { createTimeQuery: [created[0], created[1]] } : {}) },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const total = list.data?.totalCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / view.size))
  const isBeyond = total !== undefined && !list.isPlaceholderData && view.page > lastPage
  useEffect(() => {
    if (isBeyond) change({ page: lastPage })
  }, [isBeyond, lastPage, change])
  const columns = useMemo(
    (): Column<UserRow>[] => [
      { key: 'phone', title: say('users.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'name', title: say('users.name'), fixed: true, cell: (row) => row.name },
      { key: 'role', title: say('users.role'), cell: (row) => say(`role.${roleOfLabel(row.nickName)}`) },
      { key: 'created', title: say('users.created'), cell: (row) => <span className="figures">{row.createTimeStr}</span> },
      { key: 'userName', title: say('users.userName'), cell: (row) => row.userName },
      { key: 'company', title: say('users.company'), cell: (row) => row.account ?? row.client ?? row.company },
      { key: 'department', title: say('users.department'), cell: (row) => row.identifier ?? '-' },
      { key: 'status', title: say('users.status'), cell: (row) => <Status user={row} /> },
      {
        key: 'actions',
        title: say('users.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => <UserActions user={row} onEdit={(user) => setOpen({ what: 'edit', user })} onReset={(user) => setOpen({ what: 'reset', user })} />,
      },
    ],
    [say],
  )
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.users')}</h1>
      <Card
        title={total === undefined ? say('users.list') : `${say('users.list')} (${formatNumber(total)}${list.data?.totalCapped ? '+' : ''})`}
        padded={false}
        actions={
          <span className="flex flex-wrap items-center gap-1">
            <ListTools screen="users" settings={settings} columns={columns} />
            {isManager && (
              <Button variant="quiet" icon={<FileUp aria-hidden className="size-4" />} onClick={() => setOpen({ what: 'import' })}>
                {say('users.import')}
              </Button>
            )}
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ what: 'add' })}>
              {say('users.add')}
            </Button>
          </span>
        }
      >
        <UserFilters view={view} change={change} today={today} />
        <DataTable<UserRow>
          caption={say('users.list')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={view.size}
          fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          settings={settings}
        />
        <div className="px-4 py-2">
          <Pager page={view.page} size={view.size} total={total} capped={list.data?.totalCapped} onChange={(page, size) => change({ page, size })} />
        </div>
      </Card>
      {(open?.what === 'add' || open?.what === 'edit') && (
        <UserDialog
          key={open.what === 'edit' ? open.user.id : 'new'}
          user={open.what === 'edit' ? open.user : null}
          onClose={close}
          onSaved={(added) => {
            close()
            // With the documented range a user of today would not be seen (R438).
            if (added) change({ name: '', created: null, page: 1 })
          }}
        />
      )}
      {open?.what === 'reset' && <ResetPasswordDialog user={open.user} onClose={close} />}
      {open?.what === 'import' && (
        <ImportDialog
          onClose={close}
          onDone={() => {
            close()
            change({ name: '', created: null, page: 1 })
          }}
        />
      )}
    </div>
  )
}

function Status({ user }: { user: UserRow }) {
  const say = useWord()
  if (user.disabled) return <span className="text-danger">{say('users.disabled')}</span>
  const parts = [
    say('users.enabled'),
    ...(user.sessions > 0 ? [say('users.online', { count: user.sessions })] : []),
    ...(user.pending ? [say('users.pending')] : []),
    ...(user.firstPassword ? [say('users.firstPassword')] : []),
  ]
  return <span className={user.firstPassword ? 'text-caution' : undefined}>{parts.join(' · ')}</span>
}
