import { formatNumber, type useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { rowsHref, type ViewFilters } from './device-view.ts'

type Say = ReturnType<typeof useWord>

// The values of a device that its page and its drawer show in the same way.

/** The hash rate beside the target of the type. */
export const hashRateOf = ({ hashRate, type }: DeviceDetail, targets: HashRules['targets'], say: Say): string =>
  hashRate === null
    ? '-'
    : say('fleet.hashRateOf', { value: formatNumber(hashRate), target: formatNumber(targets[type]) })

/** The time of the last report. */
export const lastReportOf = ({ neverReported, lastReportAt }: DeviceDetail, timeZone: string, say: Say): string =>
  neverReported || lastReportAt === null ? say('device.neverReported') : formatInstant(lastReportAt, timeZone)

/** The name of the active worker. */
export const ActiveWorker = ({ device: { activeWorker } }: { device: DeviceDetail }) =>
  activeWorker ? <span className="font-mono">{activeWorker}</span> : '-'

/** Whether the active worker works. */
export const workerStateOf = ({ activeWorkerState }: DeviceDetail, say: Say): string =>
  say(activeWorkerState ? 'device.worker.yes' : 'device.worker.no')

/** The name of an owner or site, which links to all of its devices. */
export const OwnerLink = ({ name, filters }: { name: string | null; filters: ViewFilters }) =>
  name === null ? (
    <>-</>
  ) : (
    <AppLink href={rowsHref(filters)} className="text-accent underline-offset-2 hover:underline">
      {name}
    </AppLink>
  )
