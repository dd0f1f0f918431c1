import { BinDialog, RestoreButton } from '#client/features/places/bin-dialog.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'

/** Sites deleted in the last 30 days, each with a button that restores it. */
export function SiteBinDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const bin = trpc.sites.deleted.useQuery(undefined, { meta: { silent: true } })
  const restore = trpc.sites.restore.useMutation({
    onSuccess: ({ name }) => {
      toastSuccess(say('places.restored', { name }))
      // The machines of a restored site appear in every list again, so all queries are reloaded.
      void utils.invalidate()
    },
  })
  return (
    <BinDialog
      title={say('places.siteBinTitle')}
      empty={say('places.siteBinEmpty')}
      query={bin}
      columns={[
        { title: say('places.binName') },
        { title: say('device.column.actions') },
        { title: say('places.binUsers'), figures: true },
        { title: say('places.binDevices'), figures: true },
      ]}
      rowKey={({ id }) => String(id)}
      cells={({ id, name, sites, users, devices }) => [
        sites > 1 ? `${name} (${say('places.binWithSites', { count: sites - 1 })})` : name,
        <RestoreButton key="restore" name={name} busy={restore.isPending} onRestore={() => restore.mutate({ id })} />,
        formatNumber(users),
        formatNumber(devices),
      ]}
      onClose={onClose}
    />
  )
}
