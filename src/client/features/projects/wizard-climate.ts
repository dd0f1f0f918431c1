import { type CityClimate, climateFields, climateNames } from '#shared/cities.ts'
import { parseNumber } from '#shared/selection/project.ts'
import type { FieldName, NumberName } from '#shared/selection/project-fields.ts'
import { type WizardForm, withValue } from './wizard-form.ts'

/** The value of a city's row for a field; null = the field has no climate value, or the row has none for it. */
export function cityValue(climate: CityClimate | null, field: FieldName): number | null {
  const column = climateNames.find((name) => climateFields[name] === field)
  return climate && column ? climate[column] : null
}

/** The city's value of a field that was filled from the city and then changed by hand. */
export function changedByHand({ climate, values }: WizardForm, field: FieldName): number | null {
  const filled = cityValue(climate, field)
  return filled !== null && parseNumber(values[field]) !== filled ? filled : null
}

/**
 * Return the form with a city's climate in its seven fields. An unknown city (null) fills nothing. A field that was
 * edited since `requestForm`, the form with which the climate was requested, keeps its value.
 */
export function withClimate(
  form: WizardForm,
  city: string,
  climate: CityClimate | null,
  requestForm: WizardForm = form,
): WizardForm {
  const filled = climateNames.reduce((next, column) => {
    const value = climate?.[column]
    const field: NumberName = climateFields[column]
    const typedSince = form.values[field] !== requestForm.values[field]
    return value === null || value === undefined || typedSince ? next : withValue(next, field, String(value))
  }, form)
  return { ...filled, climate, filledCity: city }
}

/** Station and period of a row, and its flag: in the source text the flag follows a vertical bar. */
export function sourceParts(source: string | null): { station: string; flag: string | null } {
  const [station = '', ...flags] = (source ?? '').split('|').map((part) => part.trim())
  return { station, flag: flags.join(' | ') || null }
}
