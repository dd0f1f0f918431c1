import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { DeletedOwner } from '#shared/places.ts'

/** Clients and sub-accounts deleted in the last 30 days, each with a button that restores it. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const { timeZone } = useSession()
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
  const isBusy = client.isPending || account.isPending
  const nameOf = ({ kind, name, client: owner, accounts }: DeletedOwner) =>
    kind === 'account'
      ? `${owner} / ${name}`
      : accounts > 0
        ? `${name} (${say('places.binWith', { count: accounts })})`
        : name
  const time = (instant: string) => <span className="figures">{formatInstant(instant, timeZone)}</span>
  const titles = [
    say('places.binKind'),
    say('places.binName'),
    say('device.column.actions'),
    say('places.base'),
    say('places.binBy'),
    say('places.binAt'),
    say('places.binUntil'),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={say('places.binTitle')}
      footer={<Button onClick={onClose}>{say('ui.close')}</Button>}
    >
      {bin.error ? (
        <p role="alert" className="text-danger">
          {messageOf(bin.error)}
        </p>
      ) : (
        <PlainTable
          label={say('places.binTitle')}
          columns={titles.map((title) => ({ title }))}
          rows={(bin.data?.data ?? []).map((row) => ({
            key: `${row.kind} ${row.id}`,
            cells: [
              say(row.kind === 'client' ? 'place.client' : 'place.account'),
              nameOf(row),
              // Next to the name, so that a narrow screen shows it without scrolling.
              <Button
                key="restore"
                size="sm"
                busy={isBusy}
                aria-label={`${say('places.restore')} ${row.name}`}
                onClick={() => (row.kind === 'client' ? client : account).mutate({ id: row.id })}
              >
                {say('places.restore')}
              </Button>,
              row.company,
              row.actor,
              time(row.deletedAt),
              time(row.restorableUntil),
            ],
          }))}
          empty={bin.isPending ? '…' : say('places.binEmpty')}
        />
      )}
    </Dialog>
  )
}
