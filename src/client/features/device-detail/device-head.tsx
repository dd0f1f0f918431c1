import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { useBack } from '#client/use-back.ts'
import type { DeviceDetail } from '#shared/devices.ts'

/** The way back, the serial as the heading, the state, and what else can be done from here. */
export function DeviceHead({ device, title, actions }: { device: DeviceDetail | undefined; title: string; actions?: ReactNode }) {
  const say = useWord()
  const back = useBack('/machine_list/index', false)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {back && (
        <Button variant="quiet" icon={<ArrowLeft aria-hidden className="size-4" />} onClick={back}>
          {say('trace.back')}
        </Button>
      )}
      <h1 className="flex min-h-8 flex-wrap items-center gap-x-3 text-lg font-semibold">
        {title}
        {device ? <Serial text={device.serial} /> : <Skeleton className="h-6 w-36" />}
      </h1>
      {device && <StateTag state={device.state} />}
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
