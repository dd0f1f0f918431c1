import { MapPin } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { Button } from '#client/ui/button.tsx'
import { outdoorDesignOf } from '#shared/cities.ts'
import { parseNumber } from '#shared/selection/project.ts'
import { useWizardFields } from './wizard-context.tsx'

/** Offer the outdoor design values of the chosen city; typed values are never replaced automatically. */
export function WizardOutdoorOffer() {
  const say = useWord()
  const { form, set } = useWizardFields()
  const { cityName } = usePlaceNames()
  const offer = outdoorDesignOf(form.climate)
  if (!offer || !form.climate) return null
  const isTaken =
    parseNumber(form.values.outdoorTemp) === offer.outdoorTemp &&
    parseNumber(form.values.outdoorHumidity) === offer.outdoorHumidity
  const take = () => {
    set('outdoorTemp', String(offer.outdoorTemp))
    set('outdoorHumidity', String(offer.outdoorHumidity))
  }
  const values = {
    city: cityName(form.climate.name),
    temperature: formatNumber(offer.outdoorTemp),
    humidity: formatNumber(offer.outdoorHumidity),
  }
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      <MapPin aria-hidden className="size-3.5 shrink-0" />
      <span className="figures">{say(isTaken ? 'wizardField.outdoorTaken' : 'wizardField.outdoorOffer', values)}</span>
      {!isTaken && (
        <Button size="sm" onClick={take}>
          {say('wizardField.outdoorTake')}
        </Button>
      )}
    </p>
  )
}
