import type { ReactNode } from 'react'
import { rowsHref, type ViewFilters } from '#client/features/devices/device-view.ts'
import { useToldFacts } from '#client/features/devices/told-facts.ts'
import { useHashRules } from '#client/features/devices/use-machine-types.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { DeviceDetail } from '#shared/devices.ts'

const Place = ({ name, filters }: { name: string | null; filters: ViewFilters }) =>
  name === null ? (
    <>-</>
  ) : (
    <AppLink href={rowsHref(filters)} className="text-accent underline-offset-2 hover:underline">
      {name}
    </AppLink>
  )

/** The current data of a device, and the further facts from feeds. */
export function DeviceFacts({ device }: { device: DeviceDetail | undefined }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { targets } = useHashRules()
  const told = useToldFacts(device)
  const facts: [string, (shown: DeviceDetail) => ReactNode][] = [
    [say('device.column.type'), ({ type }) => type],
    [say('device.column.state'), ({ state }) => <StateTag state={state} />],
    [say('device.column.stateSince'), ({ stateSince }) => formatInstant(stateSince, timeZone)],
    [say('device.column.repairTimes'), ({ repairTimes }) => formatNumber(repairTimes)],
    [
      say('fleet.hashRate'),
      ({ hashRate, type }) =>
        hashRate === null
          ? '-'
          : say('fleet.hashRateOf', { value: formatNumber(hashRate), target: formatNumber(targets[type]) }),
    ],
    [
      say('device.column.lastReportAt'),
      ({ neverReported, lastReportAt }) =>
        neverReported || lastReportAt === null ? say('device.neverReported') : formatInstant(lastReportAt, timeZone),
    ],
    [
      say('device.column.activeWorker'),
      ({ activeWorker }) => (activeWorker ? <span className="font-mono">{activeWorker}</span> : '-'),
    ],
    [
      say('device.column.activeWorkerState'),
      ({ activeWorkerState }) => say(activeWorkerState ? 'device.worker.yes' : 'device.worker.no'),
    ],
    [say('place.site'), ({ site, siteId }) => <Place name={site} filters={{ siteId: siteId ?? undefined }} />],
    [
      say('place.client'),
      ({ client, clientId }) => <Place name={client} filters={{ clientId: clientId ?? undefined }} />,
    ],
    [
      say('place.account'),
      ({ account, accountId }) => <Place name={account} filters={{ accountId: accountId ?? undefined }} />,
    ],
    [say('device.column.id'), ({ id }) => id],
  ]
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
        {told.map(({ column, name, value }) => (
          <div key={column} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-h-5 min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
