import { z } from 'zod'
import { addDays } from '#shared/dates.ts'
import type { PlanFacts } from './plan-facts.ts'
import { ranges, type Schema, valuesOf } from './plan-values.ts'

/** One call to measure: its input, and its name in the table. `far` = measure its far pages, too. */
export type PlanCase = { filters: string; input: Record<string, unknown>; far: boolean }
/** Fields that determine the form of a response, not the rows it reads; pages and orders are handled separately. */
export const passedOver: ReadonlySet<string> = new Set([
  'page',
  'size',
  'orderColumn',
  'orderWay',
  'total',
  'format',
  'columns',
  'language',
  'pieType',
  'version',
  'domain',
  'expires',
  'signature',
])
/** Fields that are combined with every other one. */
const deciding = new Set(['siteId', 'clientId', 'serial', 'deviceSerial', 'name'])
/** Fields of long lists whose values are all combined with each other: their rows are found by an index for each. */
const crossed: Partial<Record<string, readonly string[]>> = {
  'audit.find': ['companyId', 'action', 'actor', 'result'],
  'alerts.find': ['companyId', 'kind', 'severity', 'open', 'siteId', 'clientId'],
}
/** Required fields of refinements beyond the schema, by procedure; each kind of them is measured with each filter. */
const refined: Partial<Record<string, readonly string[]>> = {
  'alertRules.preview': ['machines', 'percent', 'days', 'hours', 'byTime'],
  'data.export': [],
  'schedules.preview': ['weekdays', 'monthDay'],
}
/** The longest range of a file that has a row for each device and day. */
const daysOfFile = 366
const daysAMonth = 30
/** Values of a field in pairs: of names also the last, which belong to another base. */
const inPairs = ({ name, values }: { name: string; values: readonly unknown[] }) =>
  values.filter((_, at) => at === 0 || (name === 'name' && at === values.length - 1))
const fragments = ['serial', 'deviceSerial', 'name', 'search', 'actor', 'cityName']
const pageSize = 20

const told = (input: Record<string, unknown>) =>
  Object.entries(input)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join('…') : String(value)}`)
    .join(' ')
const caseOf = (input: Record<string, unknown>): PlanCase => ({ filters: told(input), input, far: false })

/** Return a case that its schema accepts, if need be with a range of a year instead of the longest; [] = there is none. */
function acceptedOf(schema: z.ZodType, one: PlanCase, { last }: PlanFacts): PlanCase[] {
  const isAccepted = ({ input }: PlanCase) => schema.safeParse(input).success
  if (isAccepted(one)) return [one]
  const year = [addDays(last, -daysOfFile), last]
  const shorter = Object.entries(one.input).map(([name, value]) => [name, ranges.includes(name) ? year : value])
  const within = { ...caseOf(Object.fromEntries(shorter)), far: one.far }
  return isAccepted(within) ? [within] : []
}

/**
 * Return the worst calls of a procedure: each value of each field alone, over the longest range, and in pairs; each
 * order, also with a part of a serial. `thorough` = also pairs and all orders; otherwise only cases that may differ
 * between roles.
 */
export function casesOf(path: string, input: z.ZodType | undefined, facts: PlanFacts, thorough: boolean): PlanCase[] {
  if (!input) return [caseOf({})]
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Schema
  const fields = schema.properties ?? {}
  const choices = Object.entries(fields)
    .filter(([name]) => !passedOver.has(name))
    .map(([name, field]) => ({
      name,
      required: [...(schema.required ?? []), ...(refined[path] ?? [])].includes(name),
      values: valuesOf(path, name, field, facts),
    }))
    .filter(({ values }) => values.length > 0)
  // Text streams: other files are sent only after everything is read.
  const streamed = fields.format?.enum?.includes('csv') ? { format: 'csv' } : {}
  const base = {
    ...streamed,
    ...Object.fromEntries(choices.filter(({ required }) => required).map(({ name, values }) => [name, values[0]])),
  }
  const bases = [
    base,
    ...choices
      .filter(({ required }) => required)
      .flatMap(({ name, values }) => values.slice(1).map((value) => ({ ...base, [name]: value }))),
  ]
  const isOfRange = (name: string) => ranges.includes(name) || name === 'startDate' || name === 'endDate'
  const optional = choices.filter(({ required, name }) => !required && !isOfRange(name))
  const ranged = choices.filter(({ required, name }) => !required && isOfRange(name))
  const range = Object.fromEntries(ranged.map(({ name, values }) => [name, values[0]]))
  // The newest rows of a list come first: those of a month long ago lie behind all others.
  const longAgo = addDays(facts.first, daysAMonth)
  const early = Object.fromEntries(
    ranged.map(({ name }) => [
      name,
      ranges.includes(name) ? [facts.first, longAgo] : name === 'startDate' ? facts.first : longAgo,
    ]),
  )
  const hasRange = ranged.length > 0
  const singles = optional.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })))
  const pairs = optional.flatMap((one, at) => optional.slice(at + 1).map((other) => ({ one, other })))
  const whole = crossed[path] ?? []
  const twos = (thorough ? pairs : []).flatMap(({ one, other }) => {
    const isWhole = whole.includes(one.name) && whole.includes(other.name)
    if (isWhole)
      return one.values.flatMap((value) => other.values.map((second) => ({ [one.name]: value, [other.name]: second })))
    const decides = deciding.has(one.name) || deciding.has(other.name)
    if (!decides) return []
    const [first, second] = [inPairs(one), inPairs(other)]
    return first.flatMap((value) => second.map((beside) => ({ ...range, [one.name]: value, [other.name]: beside })))
  })
  const orders = fields.orderColumn?.enum ?? fields.orderColumn?.anyOf?.find((one) => one.enum)?.enum ?? []
  const fragment = optional.find(({ name }) => fragments.includes(name))
  const ordered = (thorough ? orders : []).flatMap((orderColumn) =>
    ['asc', 'desc'].flatMap((orderWay) => [
      { orderColumn, orderWay },
      ...(fragment ? [{ orderColumn, orderWay, [fragment.name]: fragment.values[0] }] : []),
      // An index without the tenant has the rows of a base or a client one after the other.
      ...(orderColumn === 'id' ? singles.map((one) => ({ orderColumn, orderWay, ...one })) : []),
    ]),
  )
  const near = [
    ...(hasRange ? bases.map((one) => ({ ...one, ...range })) : []),
    ...(hasRange ? singles.map((one) => ({ ...range, ...one })) : []),
    ...(hasRange && thorough ? [{}, ...singles].map((one) => ({ ...early, ...one })) : []),
    ...twos,
    ...(refined[path] ? bases.flatMap((one) => singles.map((single) => ({ ...one, ...single }))) : []),
  ]
  const far = [...bases, ...singles, ...ordered]
  const asked = [
    ...far.map((one) => ({ ...caseOf({ ...base, ...one }), far: thorough })),
    ...near.map((one) => ({ ...caseOf({ ...base, ...one }), far: false })),
  ]
  const accepted = asked.flatMap((one) => acceptedOf(input, one, facts))
  return [...new Map(accepted.map((one) => [one.filters, one])).values()]
}

/** Maximum offset of a list, from either end. */
const farthest = 50_000

/**
 * Return the far pages of a list with this number of rows: the one in the middle, the last, and the farthest allowed.
 */
export function farPages({ input }: PlanCase, totalCount: number): PlanCase[] {
  const last = Math.min(100_000, Math.ceil(totalCount / pageSize))
  const pages = [...new Set([Math.ceil(last / 2), last, Math.min(farthest / pageSize, last), 500])].filter(
    (page) => page > 1 && page <= last,
  )
  return pages.map((page) => caseOf({ ...input, page, size: pageSize }))
}
