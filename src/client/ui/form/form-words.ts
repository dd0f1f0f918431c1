import type { z } from 'zod'
import { formatNumber, say, sayIfKnown, sayTitle } from '#client/i18n.ts'
import { labelKey } from '#shared/field-words.ts'
import { ownProblem, problemOf } from '#shared/problems.ts'
import { rangeOf } from '#shared/schema-facts.ts'

export const labelOf = (area: string, name: string): string => sayTitle(labelKey(area, name))
/** Range, source or consequence, under the field: `<label>.help`, where there is such a word. */
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
 * Words what a schema found wrong with a field and does not say itself: `<label>.missing` and `<label>.wrong` of the area, else the words
 * that fit every field.
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

/** The message of an `Id`: a program sent no number; in a form nothing was chosen. */
const noId = 'id'

/** The text of an error of a field: the words of a message of our schemas, which may be the key of a word, or the text that `problemSayer` made. */
export function textOfProblem(area: string, name: string, message: string): string {
  if (message === noId) return missingOf(area, name)
  const word = ownProblem(message)
  return word === undefined ? sayTitle(message) : say(word)
}
