import { z } from 'zod'
import { addDays } from '#shared/dates.ts'
import type { PlanFacts } from './plan-facts.ts'
import { longListKey, shownListKey } from './plan-machine-records.ts'
import { apart } from './rows-apart.ts'

/** One call to measure: its input, and its name in the table. `far` = measure its far pages, too. */
export type PlanCase = { filters: string; input: Record<string, unknown>; far: boolean }
type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  type?: string
  items?: Schema
  anyOf?: Schema[]
}

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
const ranges = ['businessDateQuery', 'repairDateQuery', 'createTimeQuery', 'createDateQuery', 'reserveTimeQuery']
/** Fields that are combined with every other one. */
const deciding = new Set(['siteId', 'clientId', 'serial', 'deviceSerial', 'name'])
/** Required fields of refinements beyond the schema, by procedure; each kind of them is measured with each filter. */
const refined: Partial<Record<string, readonly string[]>> = {
  'alertRules.preview': ['machines', 'percent', 'days', 'hours', 'byTime'],
  'data.export': [],
  'schedules.preview': ['weekdays', 'monthDay'],
}
/** The longest range of a file that has a row for each device and day. */
const daysOfFile = 366
const fragments = ['serial', 'deviceSerial', 'name', 'search', 'actor', 'cityName']
const pageSize = 20
const owners = [apart.earlyClient, apart.lateClient, apart.late]

/** Return the worst values of a field, by its name or by procedure and name; none = the field is left out. */
function valuesOf(path: string, name: string, schema: Schema, facts: PlanFacts): unknown[] {
  const [feature = ''] = path.split('.')
  const choices = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  const byId: Record<string, number> = {
    devices: facts.device,
    charts: facts.device,
    clients: facts.client,
    sites: facts.site,
    accounts: facts.account,
    users: facts.user,
    live: facts.device,
  }
  const named: Record<string, unknown[]> = {
    id:
      path === 'accounts.unassigned'
        ? [facts.site, 0]
        : [path.endsWith('ofDevice') ? facts.device : (facts.ids[feature] ?? byId[feature] ?? facts.tenant)],
    companyId: [facts.tenant, facts.smallTenant, apart.early.tenant, apart.late.tenant],
    buyCompanyId: [facts.tenant],
    saleCompanyId: [facts.tenant],
    clientId: [facts.client, ...owners.map(({ client }) => client)],
    accountId: [facts.account, ...owners.map(({ account }) => account)],
    siteId: [facts.site, ...owners.map(({ site }) => site)],
    deviceId: [facts.device],
    machineId: [facts.device],
    userId: [facts.user],
    classId: [facts.ids.classes],
    testeeId: [facts.ids.testees],
    townId: [facts.ids.towns],
    groupId: [facts.ids.stations],
    stationId: [facts.ids.stations],
    materialId: [1],
    materialTypeId: [1],
    modelId: [1],
    planId: [1],
    state: schema.enum
      ? [...schema.enum.filter((value) => value === 'lost' || value === 'normal'), ...schema.enum.slice(-1)]
      : ['lost'],
    states: [['repairing', 'lost']],
    whole: [schema.items?.enum, []],
    outcome: choices ?? ['fixed'],
    activeWorkerState: [true],
    status: [0],
    type: schema.enum ? schema.enum.slice(-1) : ['T20'],
    serial: ['001', facts.serial.slice(2, 8)],
    deviceSerial: ['001'],
    hall: ['厂房 3'],
    rack: ['R-7'],
    shelf: ['2'],
    firmware: ['2.', '2.1'],
    ip: ['10.1', '10.1.7'],
    tag: ['vip', '待检'],
    name: ['001', '海'],
    search: ['001'],
    actor: ['zz', 'user123', 'er1'],
    action: ['orders.save', 'nothing'],
    city: ['南京市'],
    cityName: ['京'],
    province: ['江苏省'],
    repairTimes: [5],
    waitingDays: [1],
    days: [365],
    months: [36],
    rows: [100],
    reserveTime: [facts.last],
    month: [facts.last.slice(0, 'YYYY-MM'.length)],
    day: [facts.last],
    start: [facts.first],
    end: [facts.last],
    startDate: [facts.first],
    endDate: [facts.last],
    date: [facts.last],
    exportStatus: [1],
    paths: [['/none']],
    key: ['0'.repeat(32)],
    serialList: [shownListKey, longListKey],
    batchId: [facts.ids.transfers],
    channelId: [facts.ids.channels],
    assigneeId: [facts.user],
    open: [true, false],
    acknowledged: [true, false],
    machines: [10],
    percent: [10],
    hours: [24],
    byTime: ['12:00'],
    time: ['08:00'],
    weekdays: [[1]],
    monthDay: [31],
    reportNumber: ['R000000002'],
    checkCode: ['ABCDEF'],
    version: [1],
  }
  if (ranges.includes(name)) return [[facts.first, facts.last]]
  const own = named[name]
  if (own) return own.filter((value) => value !== undefined)
  if (choices) return [...choices]
  return schema.type === 'boolean' ? [true] : []
}

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
  const optional = choices.filter(
    ({ required, name }) => !required && !(ranges.includes(name) || name === 'startDate' || name === 'endDate'),
  )
  const range = Object.fromEntries(
    choices
      .filter(
        ({ name, required }) => !required && (ranges.includes(name) || name === 'startDate' || name === 'endDate'),
      )
      .map(({ name, values }) => [name, values[0]]),
  )
  const hasRange = Object.keys(range).length > 0
  const singles = optional.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })))
  const twos = thorough
    ? optional.flatMap((one, at) =>
        optional
          .slice(at + 1)
          .filter((other) => deciding.has(one.name) || deciding.has(other.name))
          .map((other) => ({ ...range, [one.name]: one.values[0], [other.name]: other.values[0] })),
      )
    : []
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
    ...singles.filter(() => hasRange).map((one) => ({ ...range, ...one })),
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
