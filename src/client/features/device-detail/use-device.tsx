import type { ReactNode } from 'react'
import { codeOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import type { DeviceDetail } from '#shared/devices.ts'

/** The device in the address; `instead` is the content if no device can be shown. */
export function useDevice(id: number | undefined): { device: DeviceDetail | undefined; instead: ReactNode | null } {
  const say = useWord()
  const device = trpc.devices.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, retry: false, meta: { silent: true } },
  )
  const toList = (
    <AppLink href="/machine_list/index" className={buttonStyle()}>
      {say('trace.toList')}
    </AppLink>
  )
  const instead =
    id === undefined ? (
      <EmptyState isPage title={say('trace.notChosen')} action={toList} className="min-h-96" />
    ) : codeOf(device.error) === 'NOT_FOUND' ? (
      <EmptyState isPage title={say('fleet.deviceGone')} action={toList} className="min-h-96" />
    ) : device.error ? (
      <QueryError query={device} className="min-h-96" />
    ) : null
  return { device: device.data, instead }
}
