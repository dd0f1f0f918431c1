import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { checkDay } from '#cli/filters.ts'
import { readInput } from '#cli/input.ts'
import { idOf } from '#cli/place-ids.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { type FeedQuestionKind, feedQuestions } from '#shared/feed.ts'
import { addAttendCommand } from './attend.ts'
import { addKindExport } from './data.ts'
import { addTransferCommand } from './transfer.ts'

type UndoOptions = { batch?: string; company?: string; site?: string; dryRun?: true; json?: true }
type UpdateOptions = {
  file?: string
  dryRun?: true
  strict?: true
  absentOffline?: true
  confirm?: FeedQuestionKind[]
  date?: string
  sheet?: string
  company?: string
  json?: true
}

/** Parse the confirmed questions by their names: `offline,owners`; the option may be repeated. */
function confirmed(text: string, earlier: FeedQuestionKind[] = []): FeedQuestionKind[] {
  const named = text.split(',').map((name) => feedQuestions.find((kind) => kind === name.trim()))
  const known = named.filter((kind) => kind !== undefined)
  if (text.trim() === '') throw wrongUse('cli.option.empty', { option: 'confirm' })
  if (known.length < named.length)
    throw wrongUse('cli.option.notOneOf', { option: 'confirm', value: text, allowed: feedQuestions.join(', ') })
  return [...earlier, ...known]
}

/** A batch as typed; if it is missing, the error also names the option. */
const namedBatch = (batch: string | undefined) => ({
  id: { option: 'batch', values: batch === undefined ? [] : [batch] },
  ...typedAs('', 'batch', batch),
})

function addUpdateCommand(devices: Command, terminal: Terminal): void {
  const { say } = terminal
  devices
    .command('update')
    .description(say('cli.devices.update'))
    .option('--file <file>', say('cli.option.file'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--strict', say('cli.devices.strict'))
    .option('--absent-offline', say('cli.devices.absentOffline'))
    .addOption(
      new Option('--confirm <questions>', say('cli.devices.confirm', { kinds: feedQuestions.join(',') })).argParser(
        confirmed,
      ),
    )
    .option('--date <date>', say('cli.devices.date'))
    .option('--sheet <name>', say('cli.devices.sheet'))
    .option('--company <company>', say('cli.filter.company'))
    .option('--json', say('cli.option.json'))
    .action(async (options: UpdateOptions, command: Command) => {
      await checkDay('date', options.date)
      const bytes = options.file === undefined ? null : await readInput(options.file)
      const { runFeed } = await import('#cli/feed.ts')
      const { company } = options
      await withConnection(beginning(targetOf(command, terminal), options.dryRun), async ({ client }) => {
        const companyId = company === undefined ? undefined : await idOf(client, 'company', 'company', company)
        await asTyped(typedAs('companyId', 'company', company), () =>
          runFeed(
            client,
            {
              ...(bytes && options.file ? { fileName: basename(options.file), content: bytes.toString('base64') } : {}),
              dryRun: options.dryRun === true,
              strict: options.strict === true,
              absentOffline: options.absentOffline === true,
              confirm: options.confirm,
              businessDate: options.date,
              sheet: options.sheet,
              companyId,
              language: terminal.language,
            },
            options.json === true,
            terminal,
          ),
        )
      })
    })
}

function addUndoCommand(devices: Command, terminal: Terminal): void {
  const { say } = terminal
  devices
    .command('undo')
    .description(say('cli.devices.undo'))
    .option('--batch <id>', say('cli.devices.batch'))
    .option('--company <company>', say('cli.devices.undoCompany'))
    .addOption(new Option('--site <site>', say('cli.devices.undoSite')).conflicts('company'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
    .action(async ({ batch, company, site, dryRun, json }: UndoOptions, command: Command) => {
      const { runUndo } = await import('#cli/undo.ts')
      const place = site === undefined ? 'company' : 'site'
      const named = company ?? site
      await withConnection(targetOf(command, terminal), async ({ client }) => {
        const companyId = named === undefined ? undefined : await idOf(client, place, place, named)
        const typed = { ...namedBatch(batch), ...typedAs('companyId', place, named) }
        await asTyped(typed, () =>
          runUndo(client, { id: batch, companyId, dryRun: dryRun === true }, json === true, terminal),
        )
      })
    })
}

/** Add the commands devices update, undo, attend, transfer, export. */
export function addDeviceCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const devices = program.command('devices').description(say('cli.devices'))

  addUpdateCommand(devices, terminal)
  addUndoCommand(devices, terminal)
  addAttendCommand(devices, terminal)
  addTransferCommand(devices, terminal)
  addKindExport(devices, terminal, 'device')
}
