import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { say as print, sayJson, sayJsonLines, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { DeviceType } from '#shared/devices.ts'
import { type MachineTypeRow, typeNamed } from '#shared/machine-types.ts'

type SaveInput = Parameters<Client['machineTypes']['save']['mutate']>[0]
type UpdateInput = Parameters<Client['machineTypes']['update']['mutate']>[0]
type Options = {
  name: string
  target?: string
  share?: string
  power?: string
  retire?: true
  restore?: true
  json?: true
}

/** Format a type: name, target, k, power, and whether new machines can have it. */
const lineOf = (
  { name, targetHashRate, complianceShare, powerW, retired }: MachineTypeRow,
  { say }: Terminal,
): string[] => [
  name,
  `${targetHashRate} TH/s`,
  `k ${complianceShare}`,
  powerW === null ? '-' : `${powerW} W`,
  say(retired ? 'cli.machineTypes.retired' : 'cli.machineTypes.standing'),
]

function shown(row: MachineTypeRow, options: Options, terminal: Terminal): void {
  if (options.json) sayJson(row)
  else sayTable([lineOf(row, terminal)])
}

/** Map the fields of a request to the options with which they were typed. */
const typed = ({ name, target, share, power }: Options) => ({
  ...typedAs('name', 'name', name),
  ...typedAs('targetHashRate', 'target', target),
  ...typedAs('complianceShare', 'share', share),
  ...typedAs('powerW', 'power', power),
})
const figuresOf = ({ target, share, power }: Options) => ({
  ...(target === undefined ? {} : { targetHashRate: target }),
  ...(share === undefined ? {} : { complianceShare: share }),
  ...(power === undefined ? {} : { powerW: power === '-' ? null : power }),
})

async function list(client: Client, { json }: { json?: true }, terminal: Terminal): Promise<void> {
  const { data } = await client.machineTypes.find.query({})
  if (json) sayJsonLines(data)
  else sayTable(data.map((row) => lineOf(row, terminal)))
}

const usualShare = '0.85'
async function add(client: Client, options: Options, terminal: Terminal): Promise<void> {
  if (!DeviceType.safeParse(options.name).success) throw wrongUse('cli.machineTypes.nameWrong', { name: options.name })
  const request = { name: options.name, complianceShare: usualShare, ...figuresOf(options) } as unknown as SaveInput
  shown(await asTyped(typed(options), () => client.machineTypes.save.mutate(request)), options, terminal)
}

async function update(client: Client, options: Options, terminal: Terminal): Promise<void> {
  const { data } = await client.machineTypes.find.query({})
  const known = typeNamed(data, options.name)
  if (!known)
    throw wrongUse('cli.machineTypes.unknown', { name: options.name, types: data.map(({ name }) => name).join(', ') })
  const retired = options.retire ? { retired: true } : options.restore ? { retired: false } : {}
  const request = {
    id: known.id,
    rowVersion: known.rowVersion,
    ...figuresOf(options),
    ...retired,
  } as unknown as UpdateInput
  const saved = await asTyped(typed(options), () => client.machineTypes.update.mutate(request))
  shown(saved, options, terminal)
  if (!options.json && options.target !== undefined) print(terminal.say('cli.machineTypes.from'))
}

/** Add the commands machine-types list, add, update. */
export function addMachineTypeCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const types = program.command('machine-types').description(say('cli.machineTypes'))
  types
    .command('list')
    .description(say('cli.machineTypes.list'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) => list(client, options, terminal)),
    )
  types
    .command('add')
    .description(say('cli.machineTypes.add'))
    .requiredOption('--name <name>', say('cli.machineTypes.name'))
    .requiredOption('--target <number>', say('cli.machineTypes.target'))
    .option('--share <number>', say('cli.machineTypes.share'))
    .option('--power <watts>', say('cli.machineTypes.power'))
    .option('--json', say('cli.option.json'))
    .action((options: Options, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) => add(client, options, terminal)),
    )
  types
    .command('update')
    .description(say('cli.machineTypes.update'))
    .requiredOption('--name <name>', say('cli.machineTypes.name'))
    .option('--target <number>', say('cli.machineTypes.target'))
    .option('--share <number>', say('cli.machineTypes.share'))
    .option('--power <watts>', say('cli.machineTypes.power'))
    .option('--retire', say('cli.machineTypes.retire'))
    .option('--restore', say('cli.machineTypes.restore'))
    .option('--json', say('cli.option.json'))
    .action(async (options: Options, self: Command) => {
      if (options.retire && options.restore) throw wrongUse('cli.machineTypes.either')
      if (Object.keys(figuresOf(options)).length === 0 && !options.retire && !options.restore)
        throw wrongUse('cli.machineTypes.nothing')
      await withConnection(targetOf(self, terminal), ({ client }) => update(client, options, terminal))
    })
}
