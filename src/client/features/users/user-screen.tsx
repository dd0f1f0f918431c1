import { FileUp, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button, ToolButton } from '#client/ui/button.tsx'
import { rangeIn, useAddressView, useOpens } from '#client/ui/list/address-view.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { roleOfLabel } from '#shared/roles.ts'
import type { UserRow } from '#shared/users.ts'
import { createdIn, createdPatch, type UserView, userAddress } from './user-address.ts'
import { userColumns } from './user-columns.tsx'
import { userDetails } from './user-details.tsx'
import { UserFilters } from './user-filters.tsx'

const ResetPasswordDialog = lazyPart(async () => (await import('./reset-password-dialog.tsx')).ResetPasswordDialog)

const UserDialog = lazyPart(async () => (await import('./user-dialog.tsx')).UserDialog)

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

type Open = { what: 'add' | 'import' } | { what: 'edit' | 'reset'; user: UserRow } | null

/** The open dialog; a link for a new user opens it at once. */
function useOpenDialog() {
  const [open, setOpen] = useState<Open>(null)
  const adds = useOpens('add')
  useEffect(() => {
    if (adds) setOpen({ what: 'add' })
  }, [adds])
  return [open, setOpen] as const
}

/**
 * The people in the range of days. Without a match in the default range, search all times: the person did not choose
 * that range. `beyond` = the number found there.
 */
function useUsers(view: UserView, created: [Day, Day] | null) {
  const { name, id: groupId, page, size } = view
  const recent = trpc.users.find.useQuery(
    { name, groupId, page, size, ...(created ? { createTimeQuery: created } : {}) },
    listQuery,
  )
  const isBeyond =
    Boolean(name) &&
    created !== null &&
    rangeIn(view) === undefined &&
    recent.data?.totalCount === 0 &&
    !recent.isPlaceholderData
  const allTimes = trpc.users.find.useQuery({ name, groupId, page, size }, { ...listQuery, enabled: isBeyond })
  return { list: isBeyond ? allTimes : recent, beyond: isBeyond ? (allTimes.data?.totalCount ?? 0) : 0 }
}

/** The people of the present company with their roles, and the actions of an administrator. */
export function UserScreen() {
  const { view, change } = useAddressView(userAddress)
  const today = businessDay(new Date(), useSession().timeZone)
  const created = createdIn(view, today)
  const { list, beyond } = useUsers(view, created)
  const [open, setOpen] = useOpenDialog()
  // The documented range ends yesterday, so it would hide a user created today (R438).
  const showAll = () => change({ name: undefined, id: undefined, ...createdPatch(null, today), page: 1 })
  const columns = useMemo(() => {
    const opens = (what: 'edit' | 'reset') => (user: UserRow) => setOpen({ what, user })
    return userColumns({ onEdit: opens('edit'), onReset: opens('reset') })
  }, [setOpen])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{say('route.users')}</h1>
      <OpeningList<UserRow>
        caption={say('users.list')}
        headed
        name="users"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        details={userDetails}
        actions={<AddButtons onOpen={(what) => setOpen({ what })} />}
        filters={
          <>
            <UserFilters view={view} created={created} busy={list.isFetching} change={change} today={today} />
            {beyond > 0 && created && (
              <p role="status" className="border-b border-line bg-caution-soft px-4 py-2">
                {say('users.foundBeyond', { name: view.name ?? '', from: created[0], to: created[1], count: beyond })}
              </p>
            )}
          </>
        }
      />
      <UserDialogs open={open} onClose={() => setOpen(null)} onAdded={showAll} />
    </div>
  )
}

/** Add one user, or for a manager many from a file. */
function AddButtons({ onOpen }: { onOpen: (what: 'add' | 'import') => void }) {
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  return (
    <>
      {isManager && (
        <ToolButton icon={<FileUp aria-hidden className="size-4" />} onClick={() => onOpen('import')}>
          {say('users.import')}
        </ToolButton>
      )}
      <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => onOpen('add')}>
        {say('users.add')}
      </Button>
    </>
  )
}

type DialogsProps = { open: Open; onClose: () => void; onAdded: () => void }

function UserDialogs({ open, onClose, onAdded }: DialogsProps) {
  return (
    <>
      {(open?.what === 'add' || open?.what === 'edit') && (
        <UserDialog
          key={open.what === 'edit' ? open.user.id : 'new'}
          user={open.what === 'edit' ? open.user : null}
          onClose={onClose}
          onSaved={(added) => {
            onClose()
            if (added) onAdded()
          }}
        />
      )}
      {open?.what === 'reset' && <ResetPasswordDialog user={open.user} onClose={onClose} />}
      {open?.what === 'import' && (
        <ImportDialog
          onClose={onClose}
          onDone={() => {
            onClose()
            onAdded()
          }}
        />
      )}
    </>
  )
}
