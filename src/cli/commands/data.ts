import { type Command, Option } from 'commander'
import type { Client } from '#cli/connect.ts'
import { wrongUse } from '#cli/failure.ts'
import { contentOf, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import type { FilePart } from '#shared/files.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf, jsonArray, pageSize } from './export-options.ts'

type Filters = Record<string, string | string[]>
/** What the server is asked: the filters that were given, the format, the language, the columns. */
type Asked = Filters & { format: string; language: string }
type File = (client: Client, asked: Asked) => Promise<AsyncIterable<FilePart>>
type List = (client: Client, filters: Filters, page: number) => Promise<{ data: unknown[] }>
/** `range` = the fields of --from and --to. */
type Kind = { file: File; list?: List; range?: (from: string, to: string) => Filters }

/** The terminal passes filters on as they were typed; the schema of the procedure checks them. */
const as = <Input>(asked: object): Input => asked as Input
/** What is fitted in which machine. */
async function partsOf(client: Client): Promise<Map<number, unknown[]>> {
  const parts = new Map<number, unknown[]>()
  for await (const rows of allPages((page) => client.stock.machines.query({ page, size: pageSize })))
    for (const row of rows) parts.set(row.machineId, row.parts)
  return parts
}
const kinds: Record<string, Kind> = {
  device: {
    file: (client, asked) => client.devices.export.query(as(asked)),
    list: (client, filters, page) => client.devices.find.query(as({ orderColumn: 'id', orderWay: 'asc', ...filters, page, size: pageSize })),
  },
  machine: {
    file: (client, asked) => client.devices.exportMachines.query(as(asked)),
    list: async (client, filters, page) => {
      const { data } = await client.devices.find.query(as({ orderColumn: 'id', orderWay: 'asc', ...filters, page, size: pageSize }))
      const parts = await partsOf(client)
      return { data: data.map((device) => ({ ...device, parts: parts.get(device.id) ?? [] })) }
    },
  },
  repair: {
    file: (client, asked) => client.repairs.export.query(as(asked)),
    list: (client, filters, page) => client.repairs.find.query(as({ orderColumn: 'id', orderWay: 'asc', ...filters, page, size: pageSize })),
    range: (from, to) => ({ repairDateQuery: [from, to] }),
  },
  site: {
    file: (client, asked) => client.sites.export.query(as(asked)),
    list: (client, filters, page) => client.sites.find.query(as({ ...filters, page, size: pageSize })),
  },
  client: {
    file: (client, asked) => client.clients.export.query(as(asked)),
    list: (client, filters, page) => client.clients.find.query(as({ ...filters, page, size: pageSize })),
  },
  warning: { file: (client, asked) => client.devices.exportWarnings.query(as(asked)) },
  daily: { file: (client, asked) => client.dailies.export.query(as(asked)) },
  day: { file: (client, asked) => client.dailies.exportDays.query(as(asked)) },
  province: {
    file: (client, asked) => client.data.export.query(as({ kind: 'province', ...asked })),
    list: async (client, filters, page) => ({ data: page === 1 ? await client.charts.provinces.query(as(filters)) : [] }),
  },
  account: {
    file: (client, asked) => client.accounts.export.query(as(asked)),
    list: (client, filters, page) => client.accounts.find.query(as({ ...filters, page, size: pageSize })),
  },
  order: {
    file: (client, asked) => client.orders.export.query(as({ orderWay: 'asc', ...asked })),
    list: (client, filters, page) => client.orders.find.query(as({ orderWay: 'asc', ...filters, page, size: pageSize })),
    range: (from, to) => ({ createDateQuery: [from, to] }),
  },
  project: {
    file: (client, asked) => client.projects.export.query(as(asked)),
    // Walked by number, which never changes.
    list: (client, filters, page) => client.projects.find.query(as({ orderColumn: 'projectNo', orderWay: 'asc', ...filters, page, size: pageSize })),
  },
  audit: {
    file: (client, asked) => client.audit.export.query(as(asked)),
    list: (client, filters, page) => client.audit.find.query(as({ ...filters, page, size: pageSize })),
    range: (from, to) => ({ startDate: from, endDate: to }),
  },
  machineType: { file: (client, asked) => client.data.export.query(as({ kind: 'machineType', ...asked })) },
}
const kindNames = Object.keys(kinds)

/** Filters that `data export` offers, whose kind is an option too; a kind refuses by name what it does not have. */
const filters = ['companyId', 'clientId', 'accountId', 'siteId', 'type', 'state', 'serial', 'name', 'province'] as const
type Filter = (typeof filters)[number]
type OwnKind = 'machine' | 'daily' | 'site' | 'client' | 'account'
/** What a kind with a command of its own takes, so that its help offers nothing that would be refused. */
const offers: Record<OwnKind, readonly (Filter | 'range')[]> = {
  machine: filters,
  daily: ['companyId', 'clientId', 'accountId', 'siteId', 'type', 'state', 'range'],
  site: ['companyId', 'name', 'province'],
  client: ['companyId', 'name'],
  account: ['companyId', 'clientId', 'siteId', 'name'],
}
const optionName = (filter: string) => `--${filter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
type Options = ExportOptions & { kind: string; columns?: string; from?: string; to?: string; basis?: string } & Partial<Record<Filter, string>>

async function exportData(client: Client, options: Options, { language }: Terminal): Promise<void> {
  const kind = kinds[options.kind]
  if (!kind) throw wrongUse('cli.data.kinds', { kinds: kindNames.join(', ') })
  const { from, to, basis, columns } = options
  if ((from === undefined) !== (to === undefined)) throw wrongUse('cli.data.range')
  const rangeOf = kind.range ?? ((first: string, last: string) => ({ businessDateQuery: [first, last] }))
  const given: Filters = {
    ...Object.fromEntries(filters.flatMap((filter) => (options[filter] === undefined ? [] : [[filter, options[filter] ?? '']]))),
    ...(from !== undefined && to !== undefined ? rangeOf(from, to) : {}),
    ...(basis === undefined ? {} : { basis }),
  }
  const format = formatOf(options)
  // JSON carries values, not words; kinds with a list of their own are read from it page by page.
  const list = format === 'json' ? kind.list : undefined
  const chunks = list
    ? jsonArray(allPages((page) => list(client, given, page)))
    : contentOf(await kind.file(client, { ...given, ...(columns ? { columns: columns.split(',') } : {}), format, language }))
  await writeOut(options.out, chunks)
}

function addDataOptions(command: Command, terminal: Terminal, offered: readonly (Filter | 'range' | 'basis')[]): Command {
  const { say } = terminal
  addExportOptions(command, terminal)
  for (const filter of filters) if (offered.includes(filter)) command.option(`${optionName(filter)} <value>`, say('cli.filter', { field: filter }))
  if (offered.includes('range')) command.option('--from <date>', say('cli.data.from')).option('--to <date>', say('cli.data.to'))
  if (offered.includes('basis')) command.option('--basis <basis>', say('cli.data.basis'))
  return command.option('--columns <columns>', say('cli.devices.columns'))
}

const runExport = (options: Options, command: Command, terminal: Terminal) =>
  withConnection(targetOf(command, terminal), async ({ client }) => {
    await exportData(client, options, terminal)
    if (options.out !== '-') remark(terminal.say('cli.exportedPlain', { path: options.out }))
  })

/** export of one kind of data, beside the other commands of a group. */
export function addKindExport(group: Command, terminal: Terminal, kind: OwnKind): void {
  addDataOptions(group.command('export').description(terminal.say('cli.data.export')), terminal, offers[kind]).action((options: Options, command: Command) =>
    runExport({ ...options, kind }, command, terminal),
  )
}

/** data export, and the same by the names machines and dailies. */
export function addDataCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const data = program.command('data').description(say('cli.data')).helpCommand(false)
  addDataOptions(data.command('export').description(say('cli.data.export')), terminal, [...filters, 'range', 'basis'])
    .addOption(new Option('--kind <kind>', say('cli.data.kind')).choices(kindNames).makeOptionMandatory())
    .action((options: Options, command: Command) => runExport(options, command, terminal))
  for (const [name, kind] of [
    ['machines', 'machine'],
    ['dailies', 'daily'],
  ] as const) {
    const group = program
      .command(name)
      .description(say(`cli.${name}`))
      .helpCommand(false)
    addKindExport(group, terminal, kind)
  }
}

type StatementOptions = { client: string; month: string; basis?: string; out: string }

/** clients statement, beside clients export. */
export function addStatementCommand(clients: Command, terminal: Terminal): void {
  const { say } = terminal
  clients
    .command('statement')
    .description(say('cli.statement'))
    .requiredOption('--client <id>', say('cli.statement.client'))
    .requiredOption('--month <month>', say('cli.statement.month'))
    .option('--basis <basis>', say('cli.data.basis'))
    .requiredOption('--out <file>', say('cli.option.out'))
    .action((options: StatementOptions, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const { client: id, month, basis, out } = options
        await writeOut(out, contentOf(await client.clients.statement.query(as({ id, month, ...(basis ? { basis } : {}) }))))
        if (out !== '-') remark(say('cli.exportedPlain', { path: out }))
      }),
    )
}
