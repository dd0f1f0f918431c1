import type { ReactNode } from 'react'
import { ActiveWorker, hashRateOf, lastReportOf, workerStateOf } from '#client/features/devices/device-values.tsx'
import { useFeedFacts } from '#client/features/devices/feed-facts.ts'
import { useHashRules } from '#client/features/devices/use-machine-types.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { DeviceDetail } from '#shared/devices.ts'

type Fact = [name: string, value: (shown: DeviceDetail) => ReactNode]

/** The names of the facts that the head of the page does not have, and how each is shown. */
function useFacts(): Fact[] {
  const say = useWord()
  const { timeZone } = useSession()
  const { targets } = useHashRules()
  return [
    [say('device.column.type'), ({ type }) => type],
    [say('device.column.repairTimes'), ({ repairTimes }) => formatNumber(repairTimes)],
    [say('fleet.hashRate'), (shown) => hashRateOf(shown, targets, say)],
    [say('device.column.lastReportAt'), (shown) => lastReportOf(shown, timeZone, say)],
    [say('device.column.activeWorker'), (shown) => <ActiveWorker device={shown} />],
    [say('device.column.activeWorkerState'), (shown) => workerStateOf(shown, say)],
  ]
}

/** The current data of a device, and the further facts from feeds. */
export function DeviceFacts({ device }: { device: DeviceDetail | undefined }) {
  const say = useWord()
  const feedFacts = useFeedFacts(device)
  const facts = useFacts()
  return (
    <Card title={say('fleet.basics')}>
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-2 sm:grid-cols-[8.75rem_1fr] md:grid-cols-[8.75rem_1fr_8.75rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-h-5 min-w-0 break-words">
              {device ? value(device) : <Skeleton className="h-4 w-24" />}
            </dd>
          </div>
        ))}
        {feedFacts.map(({ column, name, value }) => (
          <div key={column} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-h-5 min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
