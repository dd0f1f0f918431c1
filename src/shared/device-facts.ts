import { z } from 'zod'
import { unlimited } from './request-fields.ts'

/**
 * Facts of a machine in a feed other than its operating data: position, network, power and notes. Source: fleet.md,
 * Facts
 */
export const textFacts = ['hall', 'rack', 'shelf', 'ip', 'mac', 'firmware', 'note'] as const
export const numberFacts = ['powerW', 'temperatureC', 'fanRpm'] as const
export const factColumns = [
  'hall',
  'rack',
  'shelf',
  'ip',
  'mac',
  'firmware',
  'powerW',
  'temperatureC',
  'fanRpm',
  'note',
  'tags',
] as const
export type FactColumn = (typeof factColumns)[number]
/** The position of a machine within its site, and its network address: they are wrong at another site. */
export const siteFacts = ['hall', 'rack', 'shelf', 'ip'] as const satisfies readonly FactColumn[]
/** The staff's notes about a machine, hidden from the client who owns it. */
export const staffFacts = ['note', 'tags'] as const satisfies readonly FactColumn[]
export const isStaffFact = (column: string): boolean => staffFacts.some((fact) => fact === column)

/** null = never reported. `powerW` in W, `temperatureC` in °C, `fanRpm` in revolutions per minute. */
export type DeviceFacts = Record<(typeof textFacts)[number], string | null> &
  Record<(typeof numberFacts)[number], number | null> & { tags: string[] | null }
/** The facts in a line; null = delete the known value. */
export type GivenFacts = Partial<DeviceFacts>

export const noFacts: DeviceFacts = {
  hall: null,
  rack: null,
  shelf: null,
  ip: null,
  mac: null,
  firmware: null,
  powerW: null,
  temperatureC: null,
  fanRpm: null,
  note: null,
  tags: null,
}

/** Return the facts that the machine's client may read; null = none. */
export function withoutStaffFacts(facts: DeviceFacts | null): DeviceFacts | null {
  const left = facts && { ...facts, note: null, tags: null }
  return left && Object.values(left).some((fact) => fact !== null) ? left : null
}

/** The cell that deletes a known value; an empty one changes nothing. */
export const takesAway = '-'

/** Maximum lengths of a position and of a firmware, of a note, and of one tag; maximum number of tags of a machine. */
export const longestFact = 64
export const longestNote = 500
export const longestTag = 32
export const mostTags = 20
/** Numbers outside these ranges are considered errors. */
export const factRanges: Record<(typeof numberFacts)[number], readonly [least: number, most: number]> = {
  powerW: [0, 20_000],
  temperatureC: [-60, 200],
  fanRpm: [0, 30_000],
}

const sameTags = (left: string[] | null, right: string[] | null): boolean =>
  left === right || (left !== null && right !== null && left.join('\n') === right.join('\n'))
/** Are two sets of facts equal? */
const sameFacts = (left: DeviceFacts, right: DeviceFacts): boolean =>
  factColumns.every((column) => (column === 'tags' ? sameTags(left.tags, right.tags) : left[column] === right[column]))

/** The change that a line makes to the facts of its machine; `before` null = nothing was known. */
export type FactsChange = { before: DeviceFacts | null; after: DeviceFacts }

/** Return the change that a line makes to the known facts; null = none. A tag list without tags is stored as null. */
export function changeOfFacts(given: GivenFacts | undefined, before: DeviceFacts | null): FactsChange | null {
  if (!given) return null
  const after = { ...(before ?? noFacts), ...given }
  if (after.tags?.length === 0) after.tags = null
  return sameFacts(before ?? noFacts, after) ? null : { before, after }
}

/** Format a fact for a table or a page. */
export const factText = (facts: DeviceFacts | null, column: FactColumn): string | number | null =>
  column === 'tags' ? (facts?.tags?.join(', ') ?? null) : (facts?.[column] ?? null)

/**
 * Facts that filter a list, in any letter case: the exact hall, rack and shelf, the beginning of a firmware or an
 * address, one of the tags.
 */
export const filteredFacts = ['hall', 'rack', 'shelf', 'firmware', 'ip', 'tag'] as const
export type FilteredFact = (typeof filteredFacts)[number]
/** Length of a whole IPv6 address. */
const longestIp = 45
/** A pipe, because `unlimited` takes a plain text schema as a search text. */
const filterText = (text: z.ZodString) => unlimited(text.pipe(z.string()))
const position = () => filterText(z.string().trim().max(longestFact))
export const FactFilters = z.object({
  hall: position(),
  rack: position(),
  shelf: position(),
  /** The beginning of the firmware. */
  firmware: position(),
  /** Whole parts of an address from its beginning: `10.12.3` matches 10.12.3.17, and not 10.12.30.1. */
  ip: filterText(
    z
      .string()
      .trim()
      .max(longestIp)
      .regex(/^[0-9a-f.:]*\*?$/i, 'ipPart'),
  ),
  tag: filterText(z.string().trim().max(longestTag)),
})
export type FactFilters = z.output<typeof FactFilters>
