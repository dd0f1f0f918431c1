import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped } from '#cli/failure.ts'
import { addFilters, addRange, filtersOf, typedFields } from '#cli/filters.ts'
import { fieldsOf, kindOf } from '#cli/kinds.ts'
import { say as print, sayJsonLines, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'
import { addKindExport } from './data.ts'

type ListOptions = { size?: string; json?: true; from?: string; to?: string } & Record<string, unknown>
type FindInput = Parameters<Client['orders']['find']['query']>[0]

async function listOrders(client: Client, options: ListOptions, terminal: Terminal): Promise<void> {
  const { say } = terminal
  const filters = await fieldsOf(
    client,
    'order',
    await filtersOf(client, options, kindOf('order').filters),
    options,
    terminal,
  )
  const { data, totalCount } = await client.orders.find.query({ ...filters, size: options.size } as FindInput)
  if (options.json) return sayJsonLines(await zoned(client, data))
  const outside = say('cli.orders.outside')
  sayTable(
    data.map(({ id, type, saleCompany, buyCompany, items, createTimeStr, voided }) => [
      ...[String(id), type, saleCompany ?? outside, buyCompany ?? outside],
      ...[
        items.map(({ name, number, unit }) => `${name} ×${number}${unit ? ` ${unit}` : ''}`).join('; '),
        createTimeStr,
      ],
      voided ? say('cli.orders.voided') : '',
    ]),
  )
  print(say('cli.orders.total', { total: totalCount, shown: data.length }))
}

/** Add the commands orders list, export. */
export function addOrderCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const orders = program.command('orders').description(say('cli.orders'))
  addRange(
    addFilters(orders.command('list').description(say('cli.orders.list')), terminal, kindOf('order').filters),
    terminal,
  )
    .option('--size <n>', say('cli.orders.size'))
    .option('--json', say('cli.option.jsonLines'))
    .action((options: ListOptions, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typedFields(options), () => listOrders(client, options, terminal)),
      ),
    )
  addKindExport(orders, terminal, 'order')
}
