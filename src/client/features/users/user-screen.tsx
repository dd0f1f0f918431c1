import { FileUp, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { rangeIn, useAddressView, useOpens } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { businessDay } from '#shared/dates.ts'
import { roleOfLabel } from '#shared/permissions.ts'
import type { UserRow } from '#shared/users.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { userColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { createdIn, createdPatch, userAddress } from './user-view.ts'

const UserDialog = lazyPart(async () => (await import('./user-dialog.tsx')).UserDialog)

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

type Open = { what: 'add' | 'import' } | { what: 'edit' | 'reset'; user: UserRow } | null

/** The open dialog; a link for a new user opens its dialog at once. */
function useOpenDialog() {
  const [open, setOpen] = useState<Open>(null)
  const adds = useOpens('add')
  useEffect(() => {
    if (adds) setOpen({ what: 'add' })
  }, [adds])
  return [open, setOpen] as const
}

/** The people of the present company with their roles, and the actions of an administrator. */
export function UserScreen() {
  const { view, change } = useAddressView(userAddress)
  const session = useSession()
  const today = businessDay(new Date(), session.timeZone)
  const isManager = roleOfLabel(session.nickName) === 'manager'
  const [open, setOpen] = useOpenDialog()
  const { name, id: groupId, page, size } = view
  const created = createdIn(view, today)
  const recent = trpc.users.find.useQuery(
    { name, groupId, page, size, ...(created ? { createTimeQuery: created } : {}) },
    listQuery,
  )
  // Without a match in the default range, search all times: the person did not choose that range.
  const isBeyond =
    Boolean(name) &&
    created !== null &&
    rangeIn(view) === undefined &&
    recent.data?.totalCount === 0 &&
    !recent.isPlaceholderData
  const ever = trpc.users.find.useQuery({ name, groupId, page, size }, { ...listQuery, enabled: isBeyond })
  const list = isBeyond ? ever : recent
  const beyond = isBeyond ? (ever.data?.totalCount ?? 0) : 0
  // The documented range ends yesterday, so it would hide a user created today (R438).
  const showAll = () => change({ name: undefined, id: undefined, ...createdPatch(null, today), page: 1 })
  const columns = useMemo(() => {
    const opens = (what: 'edit' | 'reset') => (user: UserRow) => setOpen({ what, user })
    return userColumns({ onEdit: opens('edit'), onReset: opens('reset') })
  }, [setOpen])
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.users')}</h1>
      <ListCard<UserRow>
        caption={say('users.list')}
        headed
        name="users"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        actions={
          <>
            {isManager && (
              <Button
                variant="quiet"
                icon={<FileUp aria-hidden className="size-4" />}
                onClick={() => setOpen({ what: 'import' })}
              >
                {say('users.import')}
              </Button>
            )}
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => setOpen({ what: 'add' })}
            >
              {say('users.add')}
            </Button>
          </>
        }
        filters={
          <>
            <UserFilters view={view} created={created} busy={list.isFetching} change={change} today={today} />
            {beyond > 0 && created && (
              <p role="status" className="border-b border-line bg-caution-soft px-4 py-2">
                {say('users.foundBeyond', { name: name ?? '', from: created[0], to: created[1], count: beyond })}
              </p>
            )}
          </>
        }
      />
      {(open?.what === 'add' || open?.what === 'edit') && (
        <UserDialog
          key={open.what === 'edit' ? open.user.id : 'new'}
          user={open.what === 'edit' ? open.user : null}
          onClose={close}
          onSaved={(added) => {
            close()
            if (added) showAll()
          }}
        />
      )}
      {open?.what === 'reset' && <ResetPasswordDialog user={open.user} onClose={close} />}
      {open?.what === 'import' && (
        <ImportDialog
          onClose={close}
          onDone={() => {
            close()
            showAll()
          }}
        />
      )}
    </div>
  )
}
