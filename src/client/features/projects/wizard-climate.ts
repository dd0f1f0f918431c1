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

/**
 * The form with a city's climate in its seven fields; an unknown city (null) fills nothing, and what is there is the person's own.
 * So is a field that is another one than in `asked`, the form with which the climate was asked for.
 */
export function withClimate(
  form: WizardForm,
  city: string,
  climate: CityClimate | null,
  asked: WizardForm = form,
): WizardForm {
  const filled = climateNames.reduce((next, column) => {
    const value = climate?.[column]
    const field: NumberName = climateFields[column]
    const typedSince = form.values[field] !== asked.values[field]
    return value === null || value === undefined || typedSince ? next : withValue(next, field, String(value))
  }, form)
  return { ...filled, climate, filledCity: city }
}

/** Station and period of a row, and what has to be known about it: the source's text has its flag behind a bar. */
export function sourceParts(source: string | null): { station: string; flag: string | null } {
  const [station = '', ...flags] = (source ?? '').split('|').map((part) => part.trim())
  return { station, flag: flags.join(' | ') || null }
}
