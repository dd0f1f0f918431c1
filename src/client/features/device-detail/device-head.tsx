import type { ReactNode } from 'react'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { durationText } from '#client/features/warnings/duration-text.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { DetailHeader } from '#client/ui/detail-header.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Serial } from '#client/ui/serial.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { DeviceDetail } from '#shared/devices.ts'

type Props = { device: DeviceDetail | undefined; title: string; actions: ReactNode }

/** The head of a device's screens: its serial as the name, its state and its age, its owner, and the actions. */
export const DeviceHead = ({ device, title, actions }: Props) => (
  <DetailHeader
    listPath="/machine_list/index"
    title={title}
    name={device && <Serial text={device.serial} />}
    state={device && <StateTag state={device.state} />}
    facts={device ? <HeadFacts device={device} /> : <Skeleton className="h-5 w-64 max-sm:h-10" />}
    actions={actions}
  />
)

/** How long the device has been in its state, its site and its owner. */
function HeadFacts({ device }: { device: DeviceDetail }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { site, siteId, client, clientId, account, accountId } = device
  const places = [
    { name: site, href: rowsHref({ siteId: siteId ?? undefined }) },
    { name: client, href: rowsHref({ clientId: clientId ?? undefined }) },
    { name: account, href: rowsHref({ accountId: accountId ?? undefined }) },
  ].filter(({ name }) => name !== null)
  return (
    <p className="flex min-h-5 w-full flex-wrap gap-x-2 text-muted max-sm:min-h-10 max-sm:gap-x-3">
      <time dateTime={device.stateSince} className="figures">
        {say('trace.lasting', {
          age: durationText(device.stateSince, Date.now(), say),
          since: formatInstant(device.stateSince, timeZone),
        })}
      </time>
      {places.map(({ name, href }) => (
        <span key={href} className="inline-flex gap-x-2">
          {/* Not on a phone, where the line wraps before it. */}
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <AppLink href={href} className="text-accent underline-offset-2 hover:underline">
            {name}
          </AppLink>
        </span>
      ))}
    </p>
  )
}
