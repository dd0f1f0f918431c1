import { useWord } from '#client/i18n.ts'
import { doorNumbers } from '#shared/selection/to-inputs.ts'
import { WizardDoorStateField } from './wizard-choice-field.tsx'
import { WizardGroup } from './wizard-group.tsx'
import { WizardNumberField } from './wizard-number-field.tsx'

/** Page 2: the size of the store, its doors, and how long a day they are in use. */
export function WizardPageStore() {
  const say = useWord()
  return (
    <>
      <WizardGroup title={say('wizardField.group.store')}>
        <WizardNumberField name="storageLength" />
        <WizardNumberField name="storageWidth" />
        <WizardNumberField name="storageHeight" />
      </WizardGroup>
      {doorNumbers.map((door) => (
        <WizardGroup key={door} title={say('wizardField.group.door', { door })}>
          <WizardNumberField name={`door${door}Length`} />
          <WizardNumberField name={`door${door}Height`} />
          <WizardNumberField name={`door${door}Width`} />
          <WizardDoorStateField name={`door${door}OpenState`} />
          <WizardNumberField name={`door${door}OpenCountDaily`} />
        </WizardGroup>
      ))}
      <WizardGroup title={say('wizardField.group.operation')}>
        <WizardNumberField name="doorOperationTimeDaily" />
      </WizardGroup>
    </>
  )
}
