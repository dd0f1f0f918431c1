import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type DeviceView, sameFilters } from './device-view.ts'
import { NoDevices } from './no-devices.tsx'

type Props = { view: DeviceView; total: number; foreign: boolean; change: (patch: Partial<DeviceView>) => void }

/** Why there are no rows, and what to do about it. */
export function DeviceListEmpty({ view, total, foreign, change }: Props) {
  const say = useWord()
  if (total > 0)
    return (
      <EmptyState
        title={say('fleet.pageBeyond')}
        action={<Button onClick={() => change({ page: 1 })}>{say('fleet.firstPage')}</Button>}
      />
    )
  if (sameFilters(view.filters, {})) return <NoDevices />
  return (
    <EmptyState
      title={say(foreign ? 'fleet.foreignFilter' : 'fleet.noMatch')}
      help={say('fleet.noMatchHint')}
      action={<Button onClick={() => change({ filters: {}, page: 1 })}>{say('fleet.clean')}</Button>}
    />
  )
}
