import { BinDialog, RestoreButton } from '#client/features/places/bin-dialog.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { DeletedOwner } from '#shared/places.ts'

/** Clients and sub-accounts deleted in the last 30 days, each with a button that restores it. */
export function ClientBinDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const bin = trpc.clients.deleted.useQuery(undefined, { meta: { silent: true } })
  const onSuccess = ({ name }: { name: string }) => {
    toastSuccess(say('places.restored', { name }))
    void Promise.all([
      utils.clients.invalidate(),
      utils.accounts.invalidate(),
      utils.sites.invalidate(),
      utils.charts.invalidate(),
    ])
  }
  const client = trpc.clients.restore.useMutation({ onSuccess })
  const account = trpc.accounts.restore.useMutation({ onSuccess })
  const nameOf = ({ kind, name, client: owner, accounts }: DeletedOwner) =>
    kind === 'account'
      ? `${owner} / ${name}`
      : accounts > 0
        ? `${name} (${say('places.binWith', { count: accounts })})`
        : name
  const titles = [say('places.binKind'), say('places.binName'), say('device.column.actions'), say('places.base')]
  return (
    <BinDialog
      title={say('places.binTitle')}
      empty={say('places.binEmpty')}
      query={bin}
      columns={titles.map((title) => ({ title }))}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      cells={(row) => [
        say(row.kind === 'client' ? 'place.client' : 'place.account'),
        nameOf(row),
        <RestoreButton
          key="restore"
          name={row.name}
          busy={client.isPending || account.isPending}
          onRestore={() => (row.kind === 'client' ? client : account).mutate({ id: row.id })}
        />,
        row.company,
      ]}
      onClose={onClose}
    />
  )
}
