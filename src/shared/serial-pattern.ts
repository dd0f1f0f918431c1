import { z } from 'zod'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/**
 * The pattern of a base's serials, with one character for each position: `#` matches any digit, `@` any Latin letter,
 * any other character itself in either case. T30A##### matches T30A00017 and t30a00018, not T3OA00017.
 */
export type SerialPattern = string

/**
 * A fleet of fewer machines has no pattern; nor does one in which less than this fraction of the serials match a few
 * patterns.
 */
const leastMachines = 20
const patternShare = 0.9
const mostPatterns = 20
/** A pattern of fewer machines may be coincidence. */
const leastOfPattern = 3
const longestSerial = 64

const Pattern = z
  .string()
  .trim()
  .regex(/^[^\s\p{C}]+$/u)
  .max(longestSerial)
/** `from`: set by a user, or learned from the fleet. */
export const SerialPatternsFields = z.object({
  patterns: z.array(Pattern).max(mostPatterns),
  from: z.enum(['person', 'fleet']),
})
/** Without a company: the only base within reach. */
export const SerialPatternsRequest = closedRequest({ companyId: unlimited(Id) })
/** null = learn them from the fleet; an empty list = accept every serial. */
export const SerialPatternsSave = closedRequest({
  companyId: unlimited(Id),
  /** As for other rows; 0 = nothing was stored when the caller read it. */
  rowVersion: unlimited(z.coerce.number().int().min(0)),
  patterns: z.array(Pattern).max(mostPatterns).nullish(),
})
export type SerialPatternsSave = z.output<typeof SerialPatternsSave>
/** `at`: ISO instant from which it applies; null = nothing is stored yet, version 0. */
export type SerialPatternsRow = z.output<typeof SerialPatternsFields> & {
  companyId: number
  at: string | null
  rowVersion: number
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
function maskOf(serial: string): string {
  let mask = ''
  for (let at = 0; at < serial.length; at += 1) {
    const code = serial.charCodeAt(at)
    mask += isDigit(code) ? '#' : isLetter(code) ? '@' : serial.charAt(at)
  }
  return mask
}

type Group = { count: number; signs: (string | null)[] }

/**
 * Return the pattern of a group: characters that all its serials share are literal, except in their last number, which
 * is a running number.
 */
function patternOf(mask: string, { signs }: Group): SerialPattern {
  const end = mask.lastIndexOf('#') + 1
  let start = end
  while (start > 0 && mask[start - 1] === '#') start -= 1
  return signs.map((sign, at) => (at >= start && at < end ? '#' : (sign ?? mask[at] ?? ''))).join('')
}

/**
 * Learn the patterns of a fleet's serials, in one pass. @returns the patterns, the most frequent first; none if the
 * fleet is too small or too mixed
 */
export function learnPatterns(serials: Iterable<string>): SerialPattern[] {
  const groups = new Map<string, Group>()
  let machines = 0
  for (const serial of serials) {
    machines += 1
    if (serial.length > longestSerial) continue
    const mask = maskOf(serial)
    const whole = serial.toUpperCase()
    const group = groups.get(mask)
    if (!group) groups.set(mask, { count: 1, signs: [...whole] })
    else {
      group.count += 1
      for (let at = 0; at < whole.length; at += 1) if (group.signs[at] !== whole[at]) group.signs[at] = null
    }
  }
  const frequent = [...groups]
    .filter(([, { count }]) => count >= leastOfPattern)
    .sort(([, left], [, right]) => right.count - left.count)
  const chosen = frequent.slice(0, mostPatterns)
  const covered = chosen.reduce((sum, [, { count }]) => sum + count, 0)
  return machines >= leastMachines && covered >= machines * patternShare
    ? chosen.map(([mask, group]) => patternOf(mask, group))
    : []
}

function fits(serial: string, pattern: SerialPattern): boolean {
  if (serial.length !== pattern.length) return false
  for (let at = 0; at < serial.length; at += 1) {
    const code = serial.charCodeAt(at)
    const sign = pattern[at]
    if (sign === serial[at]) continue
    if (
      sign === '#'
        ? !isDigit(code)
        : sign === '@'
          ? !isLetter(code)
          : sign?.toUpperCase() !== serial.charAt(at).toUpperCase()
    )
      return false
  }
  return true
}

/** Does a serial match the patterns of its base? Every serial does if there are none. */
export const fitsPatterns = (serial: string, patterns: readonly SerialPattern[]): boolean =>
  patterns.length === 0 || patterns.some((pattern) => fits(serial, pattern))
