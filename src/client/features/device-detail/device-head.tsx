import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { durationText } from '#client/features/warnings/duration-text.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Serial } from '#client/ui/serial.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { useBack } from '#client/use-back.ts'
import type { DeviceDetail } from '#shared/devices.ts'

/** The back button, the serial as the heading, state and its age, the owner, and the actions. */
export function DeviceHead({
  device,
  title,
  actions,
}: {
  device: DeviceDetail | undefined
  title: string
  actions?: ReactNode
}) {
  const say = useWord()
  const back = useBack('/machine_list/index', false)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {back && (
        <Button variant="quiet" className="-ml-3" icon={<ArrowLeft aria-hidden className="size-4" />} onClick={back}>
          {say('trace.back')}
        </Button>
      )}
      <h1 className="flex min-h-8 flex-wrap items-center gap-x-3 text-lg font-semibold">
        {title}
        {device ? <Serial text={device.serial} /> : <Skeleton className="h-6 w-36" />}
      </h1>
      {device ? <StateTag state={device.state} /> : <Skeleton className="h-5 w-14" />}
      {actions && (
        <div className="flex min-h-8 flex-wrap gap-2 max-lg:order-last max-lg:mt-1 max-lg:w-full lg:ml-auto">
          {actions}
        </div>
      )}
      {device ? (
        <HeadFacts device={device} />
      ) : (
        <div className="w-full">
          <Skeleton className="h-5 w-64 max-sm:h-10" />
        </div>
      )}
    </header>
  )
}

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
      <time dateTime={device.stateSince} title={formatInstant(device.stateSince, timeZone, 'medium')}>
        {say('trace.lasting', { age: durationText(device.stateSince, Date.now(), say) })}
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
