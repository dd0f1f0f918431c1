import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { byteOrderMark, csvLines, neutral } from '#shared/csv.ts'
import { addBinCommands } from './bin.ts'
import { addStatementCommand } from './data.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf, jsonArray, pageSize } from './export-options.ts'

type Row = Record<string, string | number | boolean | null>
type List = (client: Client, page: number) => Promise<{ data: Row[] }>

const places: { name: 'sites' | 'clients' | 'accounts'; columns: string[]; find: List }[] = [
  {
    name: 'sites',
    columns: ['id', 'name', 'province', 'totalDeviceCount', 'normalDeviceCount', 'lowDeviceCount', 'warnDeviceCount', 'offlineDeviceCount'].concat([
      'repairingDeviceCount',
      'repairedDeviceCount',
      'lostDeviceCount',
      'scrapDeviceCount',
    ]),
    find: (client, page) => client.sites.find.query({ page, size: pageSize }),
  },
  { name: 'clients', columns: ['id', 'name', 'companyId', 'company', 'province'], find: (client, page) => client.clients.find.query({ page, size: pageSize }) },
  {
    name: 'accounts',
    columns: ['id', 'name', 'clientId', 'client', 'siteId', 'site'],
    find: (client, page) => client.accounts.find.query({ page, size: pageSize }),
  },
]

const cellOf = (value: Row[string] | undefined): string | number | null => (typeof value === 'boolean' ? String(value) : (value ?? null))

async function* csv(columns: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string, void, unknown> {
  yield byteOrderMark + csvLines([columns])
  for await (const rows of pages) yield csvLines(rows.map((row) => columns.map((column) => cellOf(row[column]))))
}

async function* sheet(format: 'xls' | 'xlsx', name: string, columns: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array, void, unknown> {
  const { workbook } = await import('#cli/connect.ts')
  const rows: (string | number | null)[][] = []
  for await (const page of pages) rows.push(...page.map((row) => columns.map((column) => neutral(cellOf(row[column])))))
  yield await workbook(format, name, columns, rows)
}

/** sites, clients and accounts export. Columns bear the names of the interface, so that programs can rely on them. */
export function addPlaceCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  for (const { name, columns, find } of places) {
    const group = program
      .command(name)
      .description(say(`cli.${name}`))
      .helpCommand(false)
    addBinCommands(group, terminal, name)
    if (name === 'clients') addStatementCommand(group, terminal)
    const exported = group.command('export').description(say('cli.places.export'))
    addExportOptions(exported, terminal).action((options: ExportOptions, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        let rows = 0
        async function* pages() {
          for await (const page of allPages((number) => find(client, number))) {
            rows += page.length
            yield page
          }
        }
        const format = formatOf(options)
        await writeOut(options.out, format === 'json' ? jsonArray(pages()) : format === 'csv' ? csv(columns, pages()) : sheet(format, name, columns, pages()))
        if (options.out !== '-') remark(say('cli.exported', { path: options.out, rows }))
      }),
    )
  }
}
