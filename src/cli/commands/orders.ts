import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { contentOf, say as print, remark, sayJson, sayTable, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf, jsonArray, pageSize } from './export-options.ts'

type Filters = { type?: string; company?: string; material?: string; name?: string; from?: string; to?: string; withVoided?: true }
type ListOptions = Filters & { size?: string; json?: true }
type FindInput = Parameters<Client['orders']['find']['query']>[0]

/** The terminal passes filters on as they were typed; the schema of the procedure checks them. */
const filtersOf = ({ type, company: companyId, material: materialId, name, from, to, withVoided }: Filters) => ({
  ...{ type, companyId, materialId, name, withVoided: withVoided === true },
  ...(from !== undefined && to !== undefined ? { createDateQuery: [from, to] } : {}),
})

function addFilters(command: Command, { say }: Terminal): Command {
  for (const [option, field] of [
    ['type', 'type'],
    ['company', 'companyId'],
    ['material', 'materialId'],
    ['name', 'name'],
    ['from', 'createDateQuery[0]'],
    ['to', 'createDateQuery[1]'],
  ] as const)
    command.option(`--${option} <value>`, say('cli.filter', { field }))
  return command.option('--with-voided', say('cli.orders.withVoided'))
}

async function listOrders(client: Client, options: ListOptions, { say }: Terminal): Promise<void> {
  const { data, totalCount } = await client.orders.find.query({ ...filtersOf(options), size: options.size } as FindInput)
  if (options.json) return sayJson({ data, totalCount })
  const outside = say('cli.orders.outside')
  sayTable(
    data.map(({ id, type, saleCompany, buyCompany, items, createTimeStr, voided }) => [
      ...[String(id), type, saleCompany ?? outside, buyCompany ?? outside],
      ...[items.map(({ name, number, unit }) => `${name} ×${number}${unit ? ` ${unit}` : ''}`).join('; '), createTimeStr],
      voided ? say('cli.orders.voided') : '',
    ]),
  )
  print(say('cli.orders.total', { total: totalCount, shown: data.length }))
}

async function exportOrders(client: Client, options: Filters & ExportOptions, { language, say }: Terminal): Promise<void> {
  const format = formatOf(options)
  const filters = { orderWay: 'asc', ...filtersOf(options) }
  const page = (number: number) => client.orders.find.query({ ...filters, page: number, size: pageSize } as FindInput)
  const chunks = format === 'json' ? jsonArray(allPages(page)) : contentOf(await client.orders.export.query({ ...filters, format, language } as FindInput))
  await writeOut(options.out, chunks)
  if (options.out !== '-') remark(say('cli.exportedPlain', { path: options.out }))
}

/** orders list, export. */
export function addOrderCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const orders = program.command('orders').description(say('cli.orders')).helpCommand(false)
  addFilters(orders.command('list').description(say('cli.orders.list')), terminal)
    .option('--size <n>', say('cli.orders.size'))
    .option('--json', say('cli.option.json'))
    .action((options: ListOptions, self: Command) => withConnection(targetOf(self, terminal), ({ client }) => listOrders(client, options, terminal)))
  addFilters(addExportOptions(orders.command('export').description(say('cli.orders.export')), terminal), terminal).action(
    (options: Filters & ExportOptions, self: Command) => withConnection(targetOf(self, terminal), ({ client }) => exportOrders(client, options, terminal)),
  )
}
