import { type Command, Option } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { asTyped, CliFailure, isRefusal, type Typed, typedAs, wrongUse } from '#cli/failure.ts'
import { checkDay, filtersOf } from '#cli/filters.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { say as print, sayJson, warn } from '#cli/output.ts'
import { idOf } from '#cli/place-ids.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { type RepairType, returnOutcomes } from '#shared/repairs.ts'
import { addKindExport } from './data.ts'

type ActOptions = {
  serials?: string
  file?: string
  reason?: string
  date?: string
  site?: string[]
  receiver?: string
  workshop?: string
  cost?: string
  warrantyUntil?: string
  outcome?: (typeof returnOutcomes)[number]
  confirmScrap?: true
  strict?: true
  dryRun?: true
  json?: true
}
type SaveAnswer = Awaited<ReturnType<Client['repairs']['save']['mutate']>>
type SaveInput = Parameters<Client['repairs']['save']['mutate']>[0]

/** The typed options by the fields of the call. */
const typedOf = ({
  file,
  serials,
  reason,
  date,
  site,
  receiver,
  workshop,
  cost,
  warrantyUntil,
}: ActOptions): Typed => ({
  ...(file === undefined ? typedAs('serials', 'serials', serials) : typedAs('serials', 'file', file)),
  ...typedAs('notes', 'reason', reason),
  ...typedAs('repairDateStr', 'date', date),
  ...typedAs('siteId', 'site', site?.join(',')),
  ...typedAs('buyCompanyId', 'receiver', receiver),
  ...typedAs('companyId', 'receiver', receiver),
  ...typedAs('workshop', 'workshop', workshop),
  ...typedAs('cost', 'cost', cost),
  ...typedAs('warrantyUntil', 'warranty-until', warrantyUntil),
})

async function act(
  client: Client,
  type: RepairType,
  serials: string,
  options: ActOptions,
  { say }: Terminal,
): Promise<void> {
  const { siteId } = await filtersOf(client, { site: options.site }, ['site'])
  const receiver =
    options.receiver === undefined ? undefined : await idOf(client, 'company', 'receiver', options.receiver)
  const request = {
    type,
    serials,
    notes: options.reason,
    repairDateStr: options.date,
    siteId,
    buyCompanyId: receiver,
    workshop: options.workshop,
    cost: options.cost,
    warrantyUntil: options.warrantyUntil,
    outcome: options.outcome,
    confirmScrap: options.confirmScrap === true,
    strict: options.strict === true,
    dryRun: options.dryRun === true,
  } as SaveInput
  const sayLines = (lines: SaveAnswer['lines']) => {
    for (const { answer: state, line, serial, text } of lines)
      if (state !== 'ready') warn(say('cli.repairs.line', { line, serial, text }))
  }
  const answer = await asTyped(typedOf(options), () => client.repairs.save.mutate(request)).catch(
    async (error: unknown) => {
      // If some lines make the server refuse the whole request, a dry run names them.
      const rehearsed =
        options.strict && isRefusal(error)
          ? await client.repairs.save.mutate({ ...request, strict: false, dryRun: true }).catch(() => null)
          : null
      if (rehearsed && options.json) sayJson({ ...rehearsed, dryRun: options.dryRun === true, done: 0 })
      else sayLines(rehearsed?.lines ?? [])
      throw error
    },
  )
  if (options.json) sayJson(answer)
  else {
    sayLines(answer.lines)
    print(
      say(answer.dryRun ? 'cli.repairs.rehearsed' : 'cli.repairs.summary', {
        done: answer.done,
        refused: answer.refused,
      }),
    )
  }
  if (answer.done === 0) throw new CliFailure('cli.repairs.none')
}

function addActCommand(repairs: Command, name: 'send' | 'return', terminal: Terminal): void {
  const { say } = terminal
  const command = repairs
    .command(name)
    .description(say(`cli.repairs.${name}`))
    .option('--serials <serials>', say('cli.repairs.serials'))
    .option('--file <file>', say('cli.repairs.file'))
    .addOption(new Option('--reason <text>', say('cli.repairs.reason')).makeOptionMandatory(name === 'send'))
    .option('--date <date>', say('cli.repairs.date'))
    .option('--site <site>', say('cli.repairs.site'), (value: string) => [value])
    .option('--receiver <company>', say('cli.repairs.receiver'))
    .option('--workshop <name>', say('cli.repairs.workshop'))
    .option('--strict', say('cli.repairs.strict'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
  if (name === 'return') {
    command
      .addOption(choiceOption('--outcome <outcome>', say('cli.repairs.outcome'), returnOutcomes).makeOptionMandatory())
      .option('--cost <yuan>', say('cli.repairs.cost'))
      .option('--warranty-until <date>', say('cli.repairs.warrantyUntil'))
      .option('--confirm-scrap', say('cli.repairs.confirmScrap'))
  }
  command.action(async (options: ActOptions, self: Command) => {
    if ((options.serials === undefined) === (options.file === undefined)) throw wrongUse('cli.repairs.source')
    const serials =
      options.file === undefined
        ? (options.serials ?? '')
        : decodeText(await readInput(options.file)).replace(/^\uFEFF/, '')
    if (options.outcome === 'notRepairable' && !options.confirmScrap) throw new CliFailure('cli.repairs.confirmFirst')
    await checkDay('date', options.date)
    await checkDay('warranty-until', options.warrantyUntil)
    await withConnection(targetOf(self, terminal), ({ client }) =>
      act(client, name === 'send' ? '送修' : '送回', serials, options, terminal),
    )
  })
}

/** Add the commands repairs send, return, export. */
export function addRepairCommands(program: Command, terminal: Terminal): void {
  const repairs = program.command('repairs').description(terminal.say('cli.repairs'))
  addActCommand(repairs, 'send', terminal)
  addActCommand(repairs, 'return', terminal)
  addKindExport(repairs, terminal, 'repair')
}
