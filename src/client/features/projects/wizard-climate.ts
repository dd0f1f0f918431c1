import { type CityClimate, climateFields, climateNames } from '#shared/cities.ts'
import { parseNumber } from '#shared/selection/project.ts'
import type { FieldName, NumberName } from '#shared/selection/project-fields.ts'
import { type WizardForm, withValue } from './wizard-form.ts'

/** The number that a city's row has for a field; null = the field is none of the climate, or the row does not know it. */
export function cityValue(climate: CityClimate | null, field: FieldName): number | null {
  const column = climateNames.find((name) => climateFields[name] === field)
  return climate && column ? climate[column] : null
}

/** A value that was filled from the city and then changed by hand. */
export function changedByHand({ climate, values }: WizardForm, field: FieldName): number | null {
  const filled = cityValue(climate, field)
  return filled !== null && parseNumber(values[field]) !== filled ? filled : null
}

/** The form with a city's climate in its seven fields; an unknown city (null) fills nothing, and what stands there is the person's own. */
export function withClimate(form: WizardForm, city: string, climate: CityClimate | null): WizardForm {
  const filled = climateNames.reduce((next, column) => {
    const value = climate?.[column]
    return value === null || value === undefined ? next : withValue(next, climateFields[column] satisfies NumberName, String(value))
  }, form)
  return { ...filled, climate, filledCity: city }
}

/** Station and period of a row, and what has to be known about it: the source's text has its flag behind a bar. */
export function sourceParts(source: string | null): { station: string; flag: string | null } {
  const [station = '', ...flags] = (source ?? '').split('|').map((part) => part.trim())
  return { station, flag: flags.join(' | ') || null }
}
