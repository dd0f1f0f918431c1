import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { DeviceState } from '#shared/devices.ts'

type Props = { device: { id: number; state: DeviceState }; children?: ReactNode }

/** For the line of a title: the state of the device, the link to its page, and further actions. */
export function DeviceLine({ device: { id, state }, children }: Props) {
  const label = useWord()('trace.open')
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1">
      <StateTag state={state} />
      <AppLink
        href={deviceDetailHref(id)}
        aria-label={label}
        title={label}
        className={`${buttonStyle('quiet')} ml-auto w-8 px-0!`}
      >
        <ArrowUpRight aria-hidden className="size-4" />
      </AppLink>
      {children}
    </span>
  )
}
