import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type Props = {
  isStored: boolean
  saving: boolean
  onClose: () => void
  onLeave: () => void
  onSave: () => void
}

/** Ask what to do with changes that only this browser has, before the project list opens. */
export function WizardLeaveDialog({ isStored, saving, onClose, onLeave, onSave }: Props) {
  const say = useWord()
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('wizard.leaveTitle')}
      role="alertdialog"
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button variant={isStored ? 'default' : 'danger'} onClick={onLeave}>
            {say('wizard.leaveAnyway')}
          </Button>
          <Button variant="primary" busy={saving} onClick={onSave} data-autofocus>
            {say('wizard.saveAndLeave')}
          </Button>
        </>
      }
    >
      <p>{say(isStored ? 'wizard.leave' : 'wizard.leaveUnkept')}</p>
    </Dialog>
  )
}
