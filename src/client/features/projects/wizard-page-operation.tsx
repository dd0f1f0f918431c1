import { useWord } from '#client/i18n.ts'
import { WizardChoiceField } from './wizard-choice-field.tsx'
import { WizardGroup } from './wizard-group.tsx'
import { WizardNumberField } from './wizard-number-field.tsx'

/** Page 3: the re-entry room, how the doors are used and protected, and the equipment. */
export function WizardPageOperation() {
  const say = useWord()
  return (
    <>
      <WizardGroup title={say('wizardField.group.room')} help={say('wizardField.group.roomHelp')}>
        <WizardNumberField name="reentryRoomLength" />
        <WizardNumberField name="reentryRoomWidth" />
        <WizardNumberField name="reentryRoomHeight" />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.openings')}>
        <WizardNumberField name="doorOpenCountDaily" />
        <WizardNumberField name="doorOpenDuration" />
        <WizardChoiceField name="hasAirCurtain" />
        <WizardChoiceField name="hasDoorCurtain" />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.equipment')}>
        <WizardNumberField name="moisture" />
        <WizardNumberField name="estWindSpeed" />
        <WizardNumberField name="estSafety" />
        <WizardNumberField name="deviceCount" />
        <WizardNumberField name="deviceWindAdjust" />
        <WizardNumberField name="electricityPrice" />
        <WizardNumberField name="unitPrice" />
      </WizardGroup>
    </>
  )
}
