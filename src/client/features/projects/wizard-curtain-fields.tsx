import { WizardChoiceField } from './wizard-choice-field.tsx'

/** The options of curtains, for all doors of the project: an air curtain, a door curtain. */
export const WizardCurtainFields = () => (
  <>
    <WizardChoiceField name="hasAirCurtain" />
    <WizardChoiceField name="hasDoorCurtain" />
  </>
)
