import { useState } from 'react'
import { byFrequency, type CustodyAction, custodyActions, useCustody } from '#client/features/devices/custody.tsx'
import { custodyWords } from '#client/features/devices/custody-menu.tsx'
import { DeviceFormDialog } from '#client/features/devices/device-form.tsx'
import { MoreMenu } from '#client/features/devices/more-menu.tsx'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay } from '#client/session-context.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import type { DeviceDetail } from '#shared/devices.ts'

const ScrapDialog = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/devices/scrap-dialog.tsx'), screenWords.custodyMarks()]))[0]
      .ScrapDialog,
)

const nothingMore = () => {}

/** The actions that the machine's state allows, for users with the permission; nothing for all others. */
export function DeviceActions({ device }: { device: DeviceDetail }) {
  const say = useWord()
  const may = useMay('base_screen')
  const [open, setOpen] = useState<'edit' | 'scrap' | null>(null)
  const close = () => setOpen(null)
  const custody = useCustody(nothingMore)
  if (!may || device.state === 'scrap') return null
  const start = (action: CustodyAction) => custody.startOne(action, device)
  const { frequent, rare } = byFrequency(custodyActions(device.state))
  return (
    <>
      {frequent.map((action) => (
        <Button key={action} onClick={() => start(action)}>
          {say(custodyWords[action])}
        </Button>
      ))}
      <Button onClick={() => setOpen('edit')}>{say('fleet.editDevice')}</Button>
      <MoreMenu
        items={[
          ...rare.map((action) => ({ key: action, label: say(custodyWords[action]), run: () => start(action) })),
          { key: 'scrap', label: say('fleet.scrap'), danger: true, run: () => setOpen('scrap') },
        ]}
      />
      {custody.dialog}
      {open === 'edit' && <DeviceFormDialog device={device} onClose={close} />}
      {open === 'scrap' && <ScrapDialog target={device} onClose={close} />}
    </>
  )
}

/** Reserves the space of the actions of a normal device until its state is known, so that the line beside it stays. */
export function WaitingActions() {
  const say = useWord()
  const labels = [
    ...byFrequency(custodyActions('normal')).frequent.map((action) => say(custodyWords[action])),
    say('fleet.editDevice'),
  ]
  return (
    <span aria-hidden className="invisible contents">
      {[...labels, '⋯'].map((label) => (
        <span key={label} className={buttonStyle()}>
          {label}
        </span>
      ))}
    </span>
  )
}
