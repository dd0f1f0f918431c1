import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import type { DeviceTrace } from '#shared/traces.ts'

/** Whether the findings about a device are published, and the three decisions: publish, do not publish, invalid. */
export function DevicePublish({ device }: { device: DeviceDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const trace = trpc.traces.ofDevice.useQuery({ id: device.id })
  const set = trpc.traces.setStatus.useMutation({
    onSuccess: (answer) => {
      utils.traces.ofDevice.setData({ id: device.id }, answer)
      toastSuccess(say(answer.status === 1 ? 'trace.published' : 'trace.done'))
    },
  })
  const values = { serial: device.serial }
  const publish = async () => {
    const confirmed = await askConfirm({
      message: `${say('trace.publishAsk', values)}\n${say('trace.publishHelp')}`,
      confirmText: say('trace.publish'),
      cancelText: say('trace.publishNo'),
    })
    // Closing the dialog in any way but "publish" means "not published" (R187).
    set.mutate({ deviceId: device.id, status: confirmed ? 1 : 2 })
  }
  const judge = async () => {
    if (await askConfirm({ message: say('trace.invalidAsk', values), confirmText: say('trace.invalid'), danger: true }))
      set.mutate({ deviceId: device.id, status: 3 })
  }
  return (
    <Card title={say('trace.publishTitle')}>
      {trace.error ? <QueryError query={trace} className="py-2" /> : <PublishStatus shown={trace.data} />}
      {device.state !== 'scrap' && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={set.isPending} disabled={!trace.data} onClick={() => void publish()}>
            {say('trace.publish')}
          </Button>
          <Button disabled={set.isPending || !trace.data} onClick={() => void judge()}>
            {say('trace.invalid')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The decision, and who made it at which time. */
function PublishStatus({ shown }: { shown: DeviceTrace | undefined }) {
  const say = useWord()
  return (
    <div aria-live="polite" className="min-h-5">
      {shown ? <p className="font-medium">{say(`trace.status.${shown.status}`)}</p> : <Skeleton className="h-5 w-20" />}
      {shown?.timeStr && (
        <p className="figures text-muted">
          {say('trace.statusBy', { person: shown.person ?? '-', time: toMinute(shown.timeStr) })}
        </p>
      )}
    </div>
  )
}
