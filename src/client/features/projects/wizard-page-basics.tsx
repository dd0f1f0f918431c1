import { useWord } from '#client/i18n.ts'
import type { CityState } from './use-city-climate.ts'
import { WizardChoiceField } from './wizard-choice-field.tsx'
import { WizardCityField } from './wizard-city-field.tsx'
import { useGoodsHint, WizardGoodsField } from './wizard-goods-field.tsx'
import { WizardGroup } from './wizard-group.tsx'
import { WizardNumberField, WizardNumberFields } from './wizard-number-field.tsx'
import { WizardOutdoorOffer } from './wizard-outdoor-offer.tsx'
import { WizardTextField } from './wizard-text-field.tsx'

/** Page 1: the project, the climate of its city, the design conditions, and the customer. */
export function WizardPageBasics({ cityState, onCity }: { cityState: CityState; onCity: (city: string) => void }) {
  const say = useWord()
  const hint = useGoodsHint()
  return (
    <>
      <WizardGroup title={say('wizardField.group.project')}>
        <WizardTextField name="name" required className="@2xl:col-span-2" />
        <WizardCityField state={cityState} onCity={onCity} className="@5xl:col-span-2" />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.climate')}>
        <WizardNumberFields names={['altitudeAvg', 'tempSummerAvg', 'humiditySummerAvg']} />
        <WizardNumberFields names={['tempWinterAvg', 'humidityWinterAvg', 'tempMaxYear', 'humidityContentMax']} />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.design')}>
        <WizardChoiceField name="coldStorageType" />
        <WizardGoodsField />
        <WizardNumberField name="designTempStorage" hint={hint.temperature} />
        <WizardNumberField name="designHumidityStorage" hint={hint.humidity} />
        <WizardNumberFields names={['outdoorTemp', 'outdoorHumidity']} />
        <WizardOutdoorOffer />
      </WizardGroup>
      <WizardGroup title={say('wizardField.group.customer')} help={say('wizardField.group.customerHelp')}>
        <WizardTextField name="customer" />
        <WizardTextField name="customerContact" />
        <WizardTextField name="customerReference" />
      </WizardGroup>
    </>
  )
}
