import { type Command, Option } from 'commander'
import type { CliWord } from '#shared/i18n/cli.ts'
import type { Client } from './connect.ts'
import { type Typed, wrongUse } from './failure.ts'
import { idOf, type Place } from './place-ids.ts'
import type { Terminal } from './settings.ts'

/** Fields of a request as typed; the schema of the procedure checks their values. */
export type Fields = Record<string, string | string[] | boolean | number>

type Filter = {
  /** The field of the request. */
  field: string
  help: CliWord
  /** The kind of place that a name refers to; an id is used unchanged. */
  place?: Place
  /** The name of the same field in another request. */
  also?: string
  /** The field for several values; without it only one value is allowed. */
  several?: string
  /** A switch without a value. */
  flag?: true
}

/** Every filter of a list by its option: one name has the same meaning in every command. */
const filters = {
  company: { field: 'companyId', help: 'cli.filter.company', place: 'company' },
  site: { field: 'siteId', help: 'cli.filter.site', place: 'site' },
  client: { field: 'clientId', help: 'cli.filter.client', place: 'client' },
  account: { field: 'accountId', help: 'cli.filter.account', place: 'account' },
  // The present owners, if the plain names are the new ones.
  'from-company': { field: 'companyId', help: 'cli.filter.fromCompany', place: 'company' },
  'from-site': { field: 'siteId', help: 'cli.filter.fromSite', place: 'site' },
  'from-client': { field: 'clientId', help: 'cli.filter.fromClient', place: 'client' },
  'from-account': { field: 'accountId', help: 'cli.filter.fromAccount', place: 'account' },
  type: { field: 'type', help: 'cli.filter.type' },
  state: { field: 'state', help: 'cli.filter.state', several: 'states' },
  'repair-times': { field: 'repairTimes', help: 'cli.filter.repairTimes' },
  serial: { field: 'serial', also: 'deviceSerial', help: 'cli.filter.serial' },
  'worker-active': { field: 'activeWorkerState', help: 'cli.filter.workerActive' },
  province: { field: 'province', help: 'cli.filter.province' },
  name: { field: 'name', help: 'cli.filter.name' },
  hall: { field: 'hall', help: 'cli.filter.hall' },
  rack: { field: 'rack', help: 'cli.filter.rack' },
  shelf: { field: 'shelf', help: 'cli.filter.shelf' },
  firmware: { field: 'firmware', help: 'cli.filter.firmware' },
  ip: { field: 'ip', help: 'cli.filter.ip' },
  tag: { field: 'tag', help: 'cli.filter.tag' },
  material: { field: 'materialId', help: 'cli.filter.material' },
  worklist: { field: 'worklist', help: 'cli.filter.worklist' },
  'with-voided': { field: 'withVoided', help: 'cli.filter.withVoided', flag: true },
  search: { field: 'search', help: 'cli.filter.search' },
  city: { field: 'city', help: 'cli.filter.city' },
  'export-status': { field: 'exportStatus', help: 'cli.filter.exportStatus' },
  user: { field: 'userId', help: 'cli.filter.user' },
  actor: { field: 'actor', help: 'cli.filter.actor' },
  action: { field: 'action', help: 'cli.filter.action' },
  result: { field: 'result', help: 'cli.filter.result' },
  order: { field: 'orderColumn', help: 'cli.filter.order' },
  way: { field: 'orderWay', help: 'cli.filter.way' },
} as const satisfies Record<string, Filter>
export type FilterName = keyof typeof filters
const allNames = Object.keys(filters) as FilterName[]

/** Former spellings, by option; scripts that use them keep working. */
const formerNames: Partial<Record<FilterName, string>> = {
  company: 'company-id',
  site: 'site-id',
  client: 'client-id',
  account: 'account-id',
  'worker-active': 'active-worker-state',
  order: 'order-column',
  way: 'order-way',
  user: 'user-id',
}

/** The values collected by commander. */
type Given = Record<string, unknown>
const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value]
const keyOf = (option: string): string => option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Add the options of a command's filters, and their former spellings as hidden options. */
export function addFilters(command: Command, { say }: Terminal, names: readonly FilterName[]): Command {
  for (const name of names) {
    const { help, flag }: Filter = filters[name]
    if (flag) command.option(`--${name}`, say(help))
    else command.option(`--${name} <value>`, say(help), collect)
    const former = formerNames[name]
    if (former) command.addOption(new Option(`--${former} <value>`).argParser(collect).hideHelp())
  }
  return command
}

const typedOf = (given: Given, name: FilterName): unknown => {
  const former = formerNames[name]
  return given[keyOf(name)] ?? (former === undefined ? undefined : given[keyOf(former)])
}

const valuesOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : given === undefined ? [] : [given])
    .flatMap((value) => String(value).split(','))
    .map((value) => value.trim())

/**
 * Return the fields for the filters of a command line; lists are repeated options or texts with commas.
 * @throws CliFailure (wrong use) for an empty value, several values for one, or the name of a missing place
 */
export async function filtersOf(client: Client, given: Given, names: readonly FilterName[]): Promise<Fields> {
  const fields: Fields = {}
  for (const name of names) {
    const { field, place, several, flag }: Filter = filters[name]
    const typed = typedOf(given, name)
    if (typed === undefined) continue
    if (flag) {
      fields[field] = true
      continue
    }
    // A comma may be part of a name: split only if several values are allowed.
    const values = several ? valuesOf(typed) : (typed as string[])
    if (values.some((value) => value.trim() === '')) throw wrongUse('cli.option.empty', { option: name })
    const [first = ''] = values
    if (values.length > 1 && !several) throw wrongUse('cli.filter.twice', { option: name })
    if (several && values.length > 1) fields[several] = [...new Set(values)]
    else fields[field] = place ? await idOf(client, place, name, first) : first
  }
  return fields
}

type DayNames = { from: string; to: string }

/** Add the options --from and --to. */
export const addRange = (command: Command, { say }: Terminal, help: CliWord = 'cli.filter.from'): Command =>
  command.option('--from <date>', say(help)).option('--to <date>', say('cli.filter.to'))

/** @throws CliFailure (wrong use) for a day that does not exist */
export async function checkDay(option: string, value: string | undefined): Promise<void> {
  const { isDay } = await import('#shared/dates.ts')
  if (value !== undefined && !isDay(value)) throw wrongUse('cli.filter.noDay', { option, value })
}

/**
 * Return the two days of --from and --to as a field of a request.
 * @param field the field of the pair, or the two fields of its ends, one of which may then be missing
 * @throws CliFailure (wrong use) for a day that does not exist, an end before the start, or an incomplete pair
 */
export async function rangeOf(given: { from?: string; to?: string }, field: string | DayNames): Promise<Fields> {
  const { from, to } = given
  if (from === undefined && to === undefined) return {}
  for (const [option, value] of Object.entries({ from, to })) await checkDay(option, value)
  if (from !== undefined && to !== undefined && from > to) throw wrongUse('cli.filter.daysOrder', { from, to })
  if (typeof field !== 'string')
    return { ...(from === undefined ? {} : { [field.from]: from }), ...(to === undefined ? {} : { [field.to]: to }) }
  if (from === undefined || to === undefined) throw wrongUse('cli.filter.daysTogether')
  return { [field]: [from, to] }
}

/** Return the filters in a command line. */
export const filterNames = (given: Given): FilterName[] => allNames.filter((name) => typedOf(given, name) !== undefined)

/** Options that are not filters and have the names of their fields. */
const plainFields = ['basis', 'size', 'month'] as const
const dayFields = ['businessDateQuery', 'repairDateQuery', 'createDateQuery']

/** Return the typed options by the fields of the request, for the server's messages. */
export function typedFields(given: Given): Typed {
  const typed: Record<string, Typed[string]> = {}
  for (const name of allNames) {
    const { field, several, also }: Filter = filters[name]
    const values = typedOf(given, name)
    if (values === undefined) continue
    const one = { option: name, values: several ? valuesOf(values) : [String(values)] }
    for (const key of [field, several, also]) if (key) typed[key] = one
  }
  for (const option of plainFields)
    if (given[option] !== undefined) typed[option] = { option, values: [String(given[option])] }
  const { from, to, columns } = given
  if (columns !== undefined) typed.columns = { option: 'columns', values: valuesOf(columns) }
  for (const field of dayFields)
    if (from !== undefined && to !== undefined) typed[field] = { option: 'from', values: [`${from} --to ${to}`] }
  return typed
}
