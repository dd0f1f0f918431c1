import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { RowButton } from '#client/ui/button.tsx'
import { RowMenu } from '#client/ui/list/row-menu.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import { roleOfLabel } from '#shared/roles.ts'
import type { UserRow } from '#shared/users.ts'

type Props = { user: UserRow; onEdit: (user: UserRow) => void; onReset: (user: UserRow) => void }

/** The actions of the menu of a user. */
function useMenuActions(user: UserRow, onReset: (user: UserRow) => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const onSettled = () => utils.users.invalidate()
  const { id, name } = user
  const remove = trpc.users.delete.useMutation({
    onSettled,
    onSuccess: () => toastSuccess(doneTo(say('users.deleted'), name)),
  })
  const disable = trpc.users.setDisabled.useMutation({
    onSettled,
    onSuccess: (_, { disabled }) => {
      const done = doneTo(say(disabled ? 'users.disabledDone' : 'users.enabledDone'), name)
      const enable = () => utils.client.users.setDisabled.mutate({ id, disabled: !disabled })
      toastSuccess(done, undoBy(enable, onSettled, done))
    },
  })
  const end = trpc.users.endSessions.useMutation({
    onSettled,
    onSuccess: ({ sessions }) => toastSuccess(doneTo(say('users.sessionsEnded', { count: sessions }), name)),
  })
  const turnOff = async () =>
    (await askConfirm({ message: say('users.disableAsk', { name }), danger: true })) &&
    disable.mutate({ id, disabled: true })
  return [
    { key: 'reset', label: say('users.resetPassword'), act: () => onReset(user) },
    {
      key: 'end',
      label: say('users.endSessions'),
      act: async () => (await askConfirm({ message: say('users.endSessionsAsk', { name }) })) && end.mutate({ id }),
    },
    user.disabled
      ? { key: 'enable', label: say('users.enable'), act: () => disable.mutate({ id, disabled: false }) }
      : { key: 'disable', label: say('users.disable'), act: turnOff },
    {
      key: 'delete',
      label: say('users.delete'),
      act: async () => (await askConfirm({ message: say('users.deleteAsk'), danger: true })) && remove.mutate({ id }),
    },
  ]
}

/** The actions of a user; destructive actions ask first. */
export function UserActions({ user, onEdit, onReset }: Props) {
  const say = useWord()
  const session = useSession()
  const actions = useMenuActions(user, onReset)
  const { id, name } = user
  const isOwn = id === session.id
  const mayEdit =
    roleOfLabel(session.nickName) === 'manager' ||
    ['inspector', 'registrar', 'none'].includes(roleOfLabel(user.nickName))
  if (!mayEdit && !isOwn) return <span className="text-muted">-</span>
  return (
    <span className="flex items-center">
      <RowButton
        label={say('users.edit')}
        name={`${say('users.edit')} ${name}`}
        onClick={() => onEdit(user)}
        className="-ml-2"
      />
      {!isOwn && (
        <RowMenu
          name={say('users.more', { name })}
          items={actions.map(({ key, label, act }) => ({ key, label, run: () => void act() }))}
          className="w-40"
        />
      )}
    </span>
  )
}
