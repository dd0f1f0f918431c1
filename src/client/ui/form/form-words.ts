import type { z } from 'zod'
import { formatNumber, say, sayIfKnown, sayTitle } from '#client/i18n.ts'
import { labelKey } from '#shared/field-words.ts'
import { ownProblem, problemOf } from '#shared/problems.ts'
import { rangeOf } from '#shared/schema-facts.ts'

export const labelOf = (area: string, name: string): string => sayTitle(labelKey(area, name))
/** Return the range, source or consequence shown below the field: the word `<label>.help`, if it exists. */
export const helpOf = (area: string, name: string): string | undefined =>
  sayIfKnown(`${labelKey(area, name)}.help`) ?? undefined

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const missingOf = (area: string, name: string): string =>
  sayIfKnown(`${labelKey(area, name)}.missing`) ?? say('problem.required')

/**
 * Return the words for a schema problem of a field that has no message: `<label>.missing` and `<label>.wrong` of the
 * area, else the general words for every field.
 */
export const problemSayer =
  (area: string, schema: z.ZodObject) =>
  (issue: z.core.$ZodRawIssue): string => {
    const name = String(issue.path?.[0] ?? '')
    if (isBlank(issue.input)) return missingOf(area, name)
    const own = sayIfKnown(`${labelKey(area, name)}.wrong`)
    if (own !== null) return own
    const range = issue.code === 'not_multiple_of' ? null : rangeOf(schema.shape[name])
    const { word, values } = range
      ? { word: 'problem.outOfRange' as const, values: { min: formatNumber(range.min), max: formatNumber(range.max) } }
      : problemOf(issue, false)
    return say(word, values)
  }

/** The message of an `Id`: an API client sent no number; in a form, nothing was chosen. */
const noId = 'id'

/**
 * Return the text of a field's error: the words for a message of our schemas, which may be the key of a word, or the
 * text made by `problemSayer`.
 */
export function textOfProblem(area: string, name: string, message: string): string {
  if (message === noId) return missingOf(area, name)
  const word = ownProblem(message)
  return word === undefined ? sayTitle(message) : say(word)
}
