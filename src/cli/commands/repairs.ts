import { type Command, Option } from 'commander'
import type { Client } from '#cli/connect.ts'
import { CliFailure, wrongUse } from '#cli/failure.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { contentOf, say as print, remark, sayJson, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { type RepairType, returnOutcomes } from '#shared/repairs.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf, jsonArray, pageSize } from './export-options.ts'

type ActOptions = {
  serials?: string
  file?: string
  reason?: string
  date?: string
  site?: string
  receiver?: string
  outcome?: (typeof returnOutcomes)[number]
  confirmScrap?: true
  strict?: true
  dryRun?: true
  json?: true
}
type RepairExport = ExportOptions & { type?: string; serial?: string; from?: string; to?: string; site?: string; worklist?: string; withVoided?: true }
type FindInput = Parameters<Client['repairs']['find']['query']>[0]
type SaveInput = Parameters<Client['repairs']['save']['mutate']>[0]

async function act(client: Client, type: RepairType, serials: string, options: ActOptions, { say }: Terminal): Promise<void> {
  const answer = await client.repairs.save.mutate({
    type,
    serials,
    notes: options.reason,
    repairDateStr: options.date,
    siteId: options.site,
    buyCompanyId: options.receiver,
    outcome: options.outcome,
    confirmScrap: options.confirmScrap === true,
    strict: options.strict === true,
    dryRun: options.dryRun === true,
  } as SaveInput)
  if (options.json) sayJson(answer)
  else {
    for (const { answer: state, line, serial, text } of answer.lines) if (state !== 'ready') remark(say('cli.repairs.line', { line, serial, text }))
    print(say(answer.dryRun ? 'cli.repairs.rehearsed' : 'cli.repairs.summary', { done: answer.done, refused: answer.refused }))
  }
  if (answer.done === 0) throw new CliFailure('cli.repairs.none')
}

async function exportRepairs(client: Client, options: RepairExport, { language, say }: Terminal): Promise<void> {
  const format = formatOf(options)
  const { type, serial: deviceSerial, from, to, site: siteId, worklist, withVoided = false } = options
  const filters = { type, deviceSerial, siteId, worklist, withVoided, ...(from && to ? { repairDateQuery: [from, to] } : {}) }
  const page = (number: number) => client.repairs.find.query({ orderColumn: 'id', orderWay: 'asc', ...filters, page: number, size: pageSize } as FindInput)
  const chunks = format === 'json' ? jsonArray(allPages(page)) : contentOf(await client.repairs.export.query({ ...filters, format, language } as FindInput))
  await writeOut(options.out, chunks)
  if (options.out !== '-') remark(say('cli.exportedPlain', { path: options.out }))
}

function addActCommand(repairs: Command, name: 'send' | 'return', terminal: Terminal): void {
  const { say } = terminal
  const command = repairs
    .command(name)
    .description(say(`cli.repairs.${name}`))
    .option('--serials <serials>', say('cli.repairs.serials'))
    .option('--file <file>', say('cli.repairs.file'))
    .option('--reason <text>', say('cli.repairs.reason'))
    .option('--date <date>', say('cli.repairs.date'))
    .option('--site <id>', say('cli.repairs.site'))
    .option('--receiver <id>', say('cli.repairs.receiver'))
    .option('--strict', say('cli.repairs.strict'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
  if (name === 'return') {
    command
      .addOption(new Option('--outcome <outcome>', say('cli.repairs.outcome')).choices(returnOutcomes).makeOptionMandatory())
      .option('--confirm-scrap', say('cli.repairs.confirmScrap'))
  }
  command.action(async (options: ActOptions, self: Command) => {
    if ((options.serials === undefined) === (options.file === undefined)) throw wrongUse('cli.repairs.source')
    const serials = options.file === undefined ? (options.serials ?? '') : decodeText(await readInput(options.file)).replace(/^\uFEFF/, '')
    await withConnection(targetOf(self, terminal), ({ client }) => act(client, name === 'send' ? '送修' : '送回', serials, options, terminal))
  })
}

/** repairs send, return, export. */
export function addRepairCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const repairs = program.command('repairs').description(say('cli.repairs')).helpCommand(false)
  addActCommand(repairs, 'send', terminal)
  addActCommand(repairs, 'return', terminal)
  const exported = addExportOptions(repairs.command('export').description(say('cli.repairs.export')), terminal)
  for (const [option, field] of [
    ['type', 'type'],
    ['serial', 'deviceSerial'],
    ['from', 'repairDateQuery[0]'],
    ['to', 'repairDateQuery[1]'],
    ['site', 'siteId'],
    ['worklist', 'worklist'],
  ] as const)
    exported.option(`--${option} <value>`, say('cli.filter', { field }))
  exported
    .option('--with-voided', say('cli.filter', { field: 'withVoided' }))
    .action((options: RepairExport, self: Command) => withConnection(targetOf(self, terminal), ({ client }) => exportRepairs(client, options, terminal)))
}
