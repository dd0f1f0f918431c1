import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { readInput } from '#cli/input.ts'
import { contentOf, say as print, remark, sayJson, writeOut } from '#cli/output.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf, jsonArray, pageSize } from './export-options.ts'

type UndoOptions = { batch?: string; company?: string; json?: true }
type UpdateOptions = { file?: string; dryRun?: true; strict?: true; absentOffline?: true; date?: string; company?: string; json?: true }

/** The filters of the device list, as options; the schema of the procedure checks their values. */
const filters = [
  'companyId',
  'clientId',
  'accountId',
  'siteId',
  'type',
  'state',
  'repairTimes',
  'serial',
  'activeWorkerState',
  'province',
  'name',
  'orderColumn',
  'orderWay',
] as const
type FilterOptions = Partial<Record<(typeof filters)[number], string>>
const optionName = (filter: string) => `--${filter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

const chosenFilters = (options: FilterOptions) =>
  Object.fromEntries(filters.flatMap((filter) => (options[filter] === undefined ? [] : [[filter, options[filter]]])))

type FindInput = Parameters<Client['devices']['find']['query']>[0]
type DeviceExport = ExportOptions & FilterOptions & { columns?: string }

async function exportDevices(client: Client, options: DeviceExport, { language, say }: Terminal): Promise<void> {
  const format = formatOf(options)
  const chosen = chosenFilters(options)
  // Walked by id, so that a device which changes meanwhile is neither missed nor met twice.
  const page = (number: number) => client.devices.find.query({ orderColumn: 'id', orderWay: 'asc', ...chosen, page: number, size: pageSize } as FindInput)
  const chunks =
    format === 'json'
      ? jsonArray(allPages(page))
      : contentOf(
          await client.devices.export.query({ ...chosen, format, language, ...(options.columns ? { columns: options.columns.split(',') } : {}) } as FindInput),
        )
  await writeOut(options.out, chunks)
  if (options.out !== '-') remark(say('cli.exportedPlain', { path: options.out }))
}

/** devices update, undo, export. */
export function addDeviceCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const devices = program.command('devices').description(say('cli.devices')).helpCommand(false)

  devices
    .command('update')
    .description(say('cli.devices.update'))
    .option('--file <file>', say('cli.option.file'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--strict', say('cli.devices.strict'))
    .option('--absent-offline', say('cli.devices.absentOffline'))
    .option('--date <date>', say('cli.devices.date'))
    .option('--company <id>', say('cli.devices.company'))
    .option('--json', say('cli.option.json'))
    .action(async (options: UpdateOptions, command: Command) => {
      const bytes = options.file === undefined ? null : await readInput(options.file)
      const { runFeed } = await import('#cli/feed.ts')
      await withConnection(beginning(targetOf(command, terminal)), ({ client }) =>
        runFeed(
          client,
          {
            ...(bytes && options.file ? { fileName: basename(options.file), content: bytes.toString('base64') } : {}),
            dryRun: options.dryRun === true,
            strict: options.strict === true,
            absentOffline: options.absentOffline === true,
            businessDate: options.date,
            companyId: options.company,
            language: terminal.language,
          },
          options.json === true,
          terminal,
        ),
      )
    })

  devices
    .command('undo')
    .description(say('cli.devices.undo'))
    .option('--batch <id>', say('cli.devices.batch'))
    .option('--company <id>', say('cli.devices.company'))
    .option('--json', say('cli.option.json'))
    .action((options: UndoOptions, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const result = await client.feeds.undo.mutate({ id: options.batch, companyId: options.company })
        if (options.json) return sayJson(result)
        for (const { from, to, count } of result.transitions) print(`${from} → ${to}: ${count}`)
        print(say('cli.devices.undone', { batch: result.batchId, date: result.businessDate, restored: result.restored, removed: result.removed }))
      }),
    )

  const exported = devices.command('export').description(say('cli.devices.export'))
  addExportOptions(exported, terminal)
  for (const filter of filters) exported.option(`${optionName(filter)} <value>`, say('cli.filter', { field: filter }))
  exported.option('--columns <columns>', say('cli.devices.columns'))
  exported.action((options: DeviceExport, command: Command) =>
    withConnection(targetOf(command, terminal), ({ client }) => exportDevices(client, options, terminal)),
  )
}
