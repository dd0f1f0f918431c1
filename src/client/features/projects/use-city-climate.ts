import { useRef, useState } from 'react'
import { meansSignedOut, reportFailure } from '#client/failures.ts'
import { trpc } from '#client/trpc.ts'
import type { WizardForm } from './wizard-form.ts'
import type { WizardAction } from './wizard-state.ts'

export type CityState = 'idle' | 'loading' | 'failed'

/** Fetch the climate of a chosen or typed city, and fill it in when the city differs from the last one. */
export function useCityClimate(
  form: WizardForm,
  dispatch: (action: WizardAction) => void,
): { state: CityState; fill: (city: string) => void } {
  const utils = trpc.useUtils()
  const [state, setState] = useState<CityState>('idle')
  const requested = useRef('')
  // `form` is the form of the render that started the request.
  const fetchClimate = async (city: string) => {
    requested.current = city
    setState('loading')
    try {
      const climate = city === '' ? null : await utils.cities.find.fetch({ cityName: city }, { meta: { silent: true } })
      if (requested.current !== city) return
      setState('idle')
      dispatch({ type: 'climate', city, climate, requested: form })
    } catch (error) {
      if (requested.current !== city) return
      setState('failed')
      if (meansSignedOut(error)) reportFailure(error, true)
    } finally {
      if (requested.current === city) requested.current = ''
    }
  }
  const fill = (typed: string) => {
    const city = typed.trim()
    if (city !== form.filledCity && city !== requested.current) void fetchClimate(city)
  }
  return { state, fill }
}
