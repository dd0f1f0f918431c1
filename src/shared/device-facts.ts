import { z } from 'zod'
import { unlimited } from './request-fields.ts'

/** What a feed may tell of a machine besides how it runs: where it stands, its network, what it draws, what people note. Source: fleet.md, Facts */
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
/** Where a machine is within its site, and its address there: of another site they would be wrong. */
export const siteFacts = ['hall', 'rack', 'shelf', 'ip'] as const satisfies readonly FactColumn[]
/** What the staff notes of a machine: for the staff, not for the client whose machine it is. */
export const staffFacts = ['note', 'tags'] as const satisfies readonly FactColumn[]
export const isStaffFact = (column: string): boolean => staffFacts.some((fact) => fact === column)

/** null = nobody has told. `powerW` in W, `temperatureC` in °C, `fanRpm` in turns a minute. */
export type DeviceFacts = Record<(typeof textFacts)[number], string | null> &
  Record<(typeof numberFacts)[number], number | null> & { tags: string[] | null }
/** What a line tells; null = it takes away what was known. */
export type ToldFacts = Partial<DeviceFacts>

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

/** The facts as their client reads them; null = none that he may read. */
export function withoutStaffFacts(facts: DeviceFacts | null): DeviceFacts | null {
  const left = facts && { ...facts, note: null, tags: null }
  return left && Object.values(left).some((fact) => fact !== null) ? left : null
}

/** The cell that takes away what was known; an empty one says nothing. */
export const takesAway = '-'

/** Characters of a place and of a firmware, of a note, and of one tag; how many tags a machine has. */
export const longestFact = 64
export const longestNote = 500
export const longestTag = 32
export const mostTags = 20
/** Below and above these a number cannot be meant. */
export const factRanges: Record<(typeof numberFacts)[number], readonly [least: number, most: number]> = {
  powerW: [0, 20_000],
  temperatureC: [-60, 200],
  fanRpm: [0, 30_000],
}

const sameTags = (left: string[] | null, right: string[] | null): boolean =>
  left === right || (left !== null && right !== null && left.join('\n') === right.join('\n'))
/** Do two lots of facts say the same? */
const sameFacts = (left: DeviceFacts, right: DeviceFacts): boolean =>
  factColumns.every((column) => (column === 'tags' ? sameTags(left.tags, right.tags) : left[column] === right[column]))

/** What a line makes of the facts of its machine; `before` null = nothing was known. */
export type FactsChange = { before: DeviceFacts | null; after: DeviceFacts }

/** What a line changes of what is known; null = nothing. A tag list without a tag is none. */
export function changeOfFacts(told: ToldFacts | undefined, before: DeviceFacts | null): FactsChange | null {
  if (!told) return null
  const after = { ...(before ?? noFacts), ...told }
  if (after.tags?.length === 0) after.tags = null
  return sameFacts(before ?? noFacts, after) ? null : { before, after }
}

/** A fact as a table or a page shows it. */
export const factText = (facts: DeviceFacts | null, column: FactColumn): string | number | null =>
  column === 'tags' ? (facts?.tags?.join(', ') ?? null) : (facts?.[column] ?? null)

/** Facts that a list is narrowed by: a position, a firmware and an address by how they begin, one of the tags. All in any letter case. */
export const filteredFacts = ['hall', 'rack', 'shelf', 'firmware', 'ip', 'tag'] as const
export type FilteredFact = (typeof filteredFacts)[number]
/** Characters of a whole IPv6 address. */
const longestIp = 45
/** A pipe, because of a mere text `unlimited` would be what is asked for. */
const asked = (text: z.ZodString) => unlimited(text.pipe(z.string()))
const position = () => asked(z.string().trim().max(longestFact))
export const FactFilters = z.object({
  hall: position(),
  rack: position(),
  shelf: position(),
  /** How it begins. */
  firmware: position(),
  /** Whole parts of an address from its beginning: `10.12.3` is 10.12.3.17, and not 10.12.30.1. */
  ip: asked(
    z
      .string()
      .trim()
      .max(longestIp)
      .regex(/^[0-9a-f.:]*\*?$/i, 'ipPart'),
  ),
  tag: asked(z.string().trim().max(longestTag)),
})
export type FactFilters = z.output<typeof FactFilters>
