import type { Command } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import { checkPdf } from '#cli/endings.ts'
import { addExportOptions, type ExportOptions, formats, runExport } from '#cli/export.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { addFilters, addRange, filterNames, filtersOf, typedFields } from '#cli/filters.ts'
import { fieldsOf, isKind, type KindName, kindNames, kindOf, type RangeOptions, sourceOf } from '#cli/kinds.ts'
import { addOutOption, type OutOptions, outOf } from '#cli/out-option.ts'
import { contentOf, isStandardOutput, remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'

type Options = ExportOptions & RangeOptions & { kind: string } & Record<string, unknown>

async function exportKind(options: Options, command: Command, terminal: Terminal): Promise<void> {
  const { kind } = options
  if (!isKind(kind)) throw wrongUse('cli.data.kinds', { kinds: kindNames.join(', ') })
  const taken = kindOf(kind).filters
  const foreign = filterNames(options).find((name) => !taken.includes(name))
  if (foreign)
    throw wrongUse('cli.data.noFilter', { kind, option: foreign, allowed: taken.map((name) => `--${name}`).join(', ') })
  await runExport(options, command, terminal, async (client) =>
    sourceOf(client, kind, await fieldsOf(client, kind, await filtersOf(client, options, taken), options, terminal)),
  )
}

function addKindOptions(command: Command, terminal: Terminal, kind: KindName): Command {
  const { filters, range, basis } = kindOf(kind)
  addExportOptions(command, terminal)
  addFilters(command, terminal, filters)
  if (range)
    addRange(
      command,
      terminal,
      range.usual ? 'cli.data.fromUsual' : typeof range.field === 'string' ? 'cli.filter.from' : 'cli.filter.fromOpen',
    )
  if (basis) command.option('--basis <basis>', terminal.say('cli.data.basis'))
  return command
}

/** Add the export of one kind of data to a group of commands. */
export function addKindExport(group: Command, terminal: Terminal, kind: KindName): Command {
  const command = addKindOptions(group.command('export').description(terminal.say('cli.data.export')), terminal, kind)
  return command.action((options: Options, self: Command) => exportKind({ ...options, kind }, self, terminal))
}

const everyFilter = [...new Set(kindNames.flatMap((kind) => kindOf(kind).filters))]

/** Add data export, and the groups that only have an export: machines, dailies, audit. */
export function addDataCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const data = program.command('data').description(say('cli.data'))
  const exported = addExportOptions(data.command('export').description(say('cli.data.export')), terminal, formats)
  exported.addOption(choiceOption('--kind <kind>', say('cli.data.kind'), kindNames).makeOptionMandatory())
  addRange(addFilters(exported, terminal, everyFilter), terminal, 'cli.data.fromUsual').option(
    '--basis <basis>',
    say('cli.data.basis'),
  )
  exported.action((options: Options, command: Command) => exportKind(options, command, terminal))
  for (const [name, kind] of [
    ['machines', 'machine'],
    ['dailies', 'daily'],
    ['audit', 'audit'],
  ] as const)
    addKindExport(program.command(name).description(say(`cli.${name}`)), terminal, kind)
}

type StatementOptions = OutOptions & { client: string; month: string; basis?: string }

/** Add clients statement, next to clients export. */
export function addStatementCommand(clients: Command, terminal: Terminal): void {
  const { say } = terminal
  const command = clients
    .command('statement')
    .description(say('cli.statement'))
    .requiredOption('--client <client>', say('cli.filter.client'))
    .requiredOption('--month <month>', say('cli.statement.month'))
    .option('--basis <basis>', say('cli.data.basis'))
  addOutOption(command, terminal).action((options: StatementOptions, self: Command) => {
    const out = outOf(options)
    checkPdf(out)
    return withConnection(targetOf(self, terminal), async ({ client }) => {
      const { clientId: id } = await filtersOf(client, { client: [options.client] }, ['client'])
      const request = { id, month: options.month, ...(options.basis ? { basis: options.basis } : {}) }
      const typed = {
        ...typedFields(options),
        ...typedAs('', 'client', options.client),
        ...typedAs('id', 'client', options.client),
      }
      const parts = await asTyped(typed, () =>
        client.clients.statement.query(request as Parameters<typeof client.clients.statement.query>[0]),
      )
      await writeOut(out, contentOf(parts))
      if (!isStandardOutput(out)) remark(say('cli.exportedPlain', { path: out }))
    })
  })
}
