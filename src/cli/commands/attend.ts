import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped, CliFailure, typedAs, wrongUse } from '#cli/failure.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { say as print, sayJson, warn } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { serialsOf } from '#shared/serial-lists.ts'

type AttendOptions = {
  serials?: string
  file?: string
  acknowledge?: string
  withdraw?: true
  assignee?: string
  note?: string
  json?: true
}
const mostNamed = 10

/** Return the assignee: by a name among the possible ones, or by an id; `-` = nobody. */
async function assigneeOf(client: Client, text: string | undefined): Promise<number | null | undefined> {
  if (text === undefined || text === '-') return text === undefined ? undefined : null
  const people = await client.devices.assignees.query()
  const known = people.find(({ name, id }) => name === text || String(id) === text)
  if (!known) throw wrongUse('cli.attend.nobody', { name: text })
  return known.id
}

async function attend(client: Client, serials: string[], options: AttendOptions, { say }: Terminal): Promise<void> {
  const { acknowledge, withdraw, note, json } = options
  const assigneeId = await assigneeOf(client, options.assignee)
  const { serialList, found, unknown } = await client.devices.keepSerials.mutate({ serials })
  if (unknown.length > 0)
    warn(say('cli.attend.unknown', { count: unknown.length, serials: unknown.slice(0, mostNamed).join(', ') }))
  if (found === 0) throw new CliFailure('cli.attend.none')
  const request = {
    selection: { filters: { serialList }, expected: found },
    ...(acknowledge === undefined && !withdraw ? {} : { acknowledged: acknowledge !== undefined, reason: acknowledge }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(note === undefined ? {} : { note: note === '-' ? null : note }),
  }
  const answer = await client.devices.attend.mutate(request)
  if (json) sayJson({ ...answer, unknown })
  else print(say('cli.attend.done', { count: answer.changed, skipped: answer.skipped }))
}

/** Add the command devices attend, for notes about machines in trouble: acknowledge, assign, annotate. */
export function addAttendCommand(devices: Command, terminal: Terminal): void {
  const { say } = terminal
  devices
    .command('attend')
    .description(say('cli.attend'))
    .option('--serials <serials>', say('cli.repairs.serials'))
    .option('--file <file>', say('cli.repairs.file'))
    .option('--acknowledge <reason>', say('cli.attend.acknowledge'))
    .option('--withdraw', say('cli.attend.withdraw'))
    .option('--assignee <person>', say('cli.attend.assignee'))
    .option('--note <text>', say('cli.attend.note'))
    .option('--json', say('cli.option.json'))
    .action(async (options: AttendOptions, self: Command) => {
      const { serials, file, acknowledge, withdraw, assignee, note } = options
      if ((serials === undefined) === (file === undefined)) throw wrongUse('cli.repairs.source')
      if (acknowledge !== undefined && withdraw) throw wrongUse('cli.attend.either')
      if (acknowledge === undefined && !withdraw && assignee === undefined && note === undefined)
        throw wrongUse('cli.attend.nothing')
      const text = file === undefined ? (serials ?? '') : decodeText(await readInput(file)).replace(/^\uFEFF/, '')
      const typed = {
        ...(file === undefined ? typedAs('serials', 'serials', serials) : typedAs('serials', 'file', file)),
        ...typedAs('reason', 'acknowledge', acknowledge),
        ...typedAs('note', 'note', note),
        ...typedAs('assigneeId', 'assignee', assignee),
      }
      await withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typed, () => attend(client, serialsOf(text), options, terminal)),
      )
    })
}
