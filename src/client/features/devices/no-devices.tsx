import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/status.tsx'

/** Where no device is to be seen: that there is none, and who can bring some in. */
export function NoDevices() {
  const say = useWord()
  const { companyName } = useSession()
  const maySteer = useMay('base_screen')
  return (
    <EmptyState
      title={say('fleet.noDevices')}
      help={maySteer ? say('fleet.noDevicesHint') : say('fleet.noDevicesHintReader', { company: companyName ?? '' })}
    />
  )
}

/** The same in the place of charts, which would have nothing to show. */
export const NoDevicesCard = () => (
  <Card padded={false}>
    <NoDevices />
  </Card>
)
