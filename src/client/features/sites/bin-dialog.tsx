import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

/** Sites deleted in the last 30 days, each with a button that restores it. */
export function BinDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const { timeZone } = useSession()
  const utils = trpc.useUtils()
  const bin = trpc.sites.deleted.useQuery(undefined, { meta: { silent: true } })
  const restore = trpc.sites.restore.useMutation({
    onSuccess: ({ name }) => {
      toastSuccess(say('places.restored', { name }))
      // The machines of a restored site appear in every list again, so all queries are reloaded.
      void utils.invalidate()
    },
  })
  const time = (instant: string) => <span className="figures">{formatInstant(instant, timeZone)}</span>
  const columns = [
    { title: say('places.binName') },
    { title: say('device.column.actions') },
    { title: say('places.binUsers'), figures: true },
    { title: say('places.binDevices'), figures: true },
    { title: say('places.binBy') },
    { title: say('places.binAt') },
    { title: say('places.binUntil') },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={say('places.siteBinTitle')}
      footer={<Button onClick={onClose}>{say('ui.close')}</Button>}
    >
      {bin.error ? (
        <p role="alert" className="text-danger">
          {messageOf(bin.error)}
        </p>
      ) : (
        <PlainTable
          label={say('places.siteBinTitle')}
          columns={columns}
          rows={(bin.data?.data ?? []).map(
            ({ id, name, sites, users, devices, actor, deletedAt, restorableUntil }) => ({
              key: String(id),
              cells: [
                sites > 1 ? `${name} (${say('places.binWithSites', { count: sites - 1 })})` : name,
                // The button is beside the name, where a narrow screen shows it without scrolling.
                <Button
                  key="restore"
                  size="sm"
                  busy={restore.isPending}
                  aria-label={`${say('places.restore')} ${name}`}
                  onClick={() => restore.mutate({ id })}
                >
                  {say('places.restore')}
                </Button>,
                formatNumber(users),
                formatNumber(devices),
                actor,
                time(deletedAt),
                time(restorableUntil),
              ],
            }),
          )}
          empty={bin.isPending ? '…' : say('places.siteBinEmpty')}
        />
      )}
    </Dialog>
  )
}
