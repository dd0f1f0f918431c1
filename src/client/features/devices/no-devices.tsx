import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/status.tsx'

/** A message that there are no devices, and who can add some. */
export function NoDevices() {
  const say = useWord()
  const { companyName } = useSession()
  const mayManage = useMay('base_screen')
  return (
    <EmptyState
      title={say('fleet.noDevices')}
      help={mayManage ? say('fleet.noDevicesHint') : say('fleet.noDevicesHintReader', { company: companyName ?? '' })}
    />
  )
}

/** The same message in the place of charts, which would be empty. */
export const NoDevicesCard = () => (
  <Card padded={false}>
    <NoDevices />
  </Card>
)
