import { useWord } from '#client/i18n.ts'
import { WizardDoorRows } from './wizard-door-rows.tsx'
import { WizardGroup } from './wizard-group.tsx'
import { WizardNumberField, WizardNumberFields } from './wizard-number-field.tsx'

/** Page 2: the size of the store, its doors, and their hours of use a day. */
export function WizardPageStore() {
  const say = useWord()
  return (
    <>
      <WizardGroup title={say('wizardField.group.store')}>
        <WizardNumberFields names={['storageLength', 'storageWidth', 'storageHeight']} />
      </WizardGroup>
      <WizardDoorRows />
      <WizardGroup title={say('wizardField.group.operation')}>
        <WizardNumberField name="doorOperationTimeDaily" />
      </WizardGroup>
    </>
  )
}
