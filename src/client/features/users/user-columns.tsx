import { say } from '#client/i18n.ts'
import { actionCells, type Column, onPhone } from '#client/ui/list/column.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { roleOfLabel } from '#shared/roles.ts'
import type { UserRow } from '#shared/users.ts'
import { UserActions } from './user-actions.tsx'

type Actions = { onEdit: (user: UserRow) => void; onReset: (user: UserRow) => void }

/** Columns of users with their actions. */
export const userColumns = ({ onEdit, onReset }: Actions): Column<UserRow>[] =>
  onPhone(
    [
      { key: 'phone', title: say('users.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'name', title: say('users.name'), fixed: true, cell: (row) => row.name },
      { key: 'role', title: say('users.nickName'), cell: (row) => say(`role.${roleOfLabel(row.nickName)}`) },
      { key: 'created', title: say('users.created'), cell: (row) => figures(row.createTimeStr) },
      { key: 'userName', title: say('users.userName'), cell: (row) => row.userName },
      { key: 'company', title: say('users.company'), cell: (row) => row.account ?? row.client ?? row.company },
      { key: 'department', title: say('users.identifier'), cell: (row) => row.identifier ?? '-' },
      { key: 'status', title: say('users.status'), cell: (row) => <Status user={row} /> },
      actionCells(say('users.actions'), (row) => <UserActions user={row} onEdit={onEdit} onReset={onReset} />),
    ],
    { name: 'title', role: 'side', company: 'fact', phone: 'fact', department: 'fact', status: 'fact' },
  )

function Status({ user }: { user: UserRow }) {
  if (user.disabled) return <span className="text-danger">{say('users.disabled')}</span>
  const parts = [
    say('users.enabled'),
    ...(user.sessions > 0 ? [say('users.online', { count: user.sessions })] : []),
    ...(user.pending ? [say('users.pending')] : []),
    ...(user.firstPassword ? [say('users.firstPassword')] : []),
  ]
  return <span className={user.firstPassword ? 'text-caution' : undefined}>{parts.join(' · ')}</span>
}
