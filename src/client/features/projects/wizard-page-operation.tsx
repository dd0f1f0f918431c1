import { useWord } from '#client/i18n.ts'
import { WizardCurtainFields } from './wizard-curtain-fields.tsx'
import { WizardGroup } from './wizard-group.tsx'
import { WizardNumberFields } from './wizard-number-field.tsx'

/** Page 3: the re-entry room, how the doors are used and protected, and the equipment. */
export function WizardPageOperation() {
  const say = useWord()
  return (
    <>
      <WizardGroup title={say('wizardField.group.room')} help={say('wizardField.group.roomHelp')}>
        <WizardNumberFields names={['reentryRoomLength', 'reentryRoomWidth', 'reentryRoomHeight']} />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.openings')}>
        <WizardNumberFields names={['doorOpenCountDaily', 'doorOpenDuration']} />
        <WizardCurtainFields />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.equipment')}>
        <WizardNumberFields names={['moisture', 'estWindSpeed', 'estSafety']} />
        <WizardNumberFields names={['deviceCount', 'deviceWindAdjust', 'electricityPrice', 'unitPrice']} />
      </WizardGroup>
    </>
  )
}
