import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped, CliFailure, typedAs } from '#cli/failure.ts'
import { say as print, remark, sayJson, sayJsonLines, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { word } from '#shared/i18n/index.ts'
import type { ScheduleRow, ScheduleRunRow } from '#shared/schedules.ts'

type ListOptions = { size?: string; json?: true }
const usualSize = 100
const minuteOf = (time: string): string => time.slice(0, 'YYYY-MM-DD HH:mm'.length)

function lineOf(row: ScheduleRow, { say, language }: Terminal): string[] {
  const { id, name, content, list, nextRunStr, lastRunStr, lastState } = row
  return [
    `#${id}`,
    name,
    word(language, list === null ? `schedules.content.${content}` : `schedules.list.${list}`),
    nextRunStr === null ? say('cli.schedules.paused') : say('cli.schedules.next', { at: minuteOf(nextRunStr) }),
    lastState === null || lastRunStr === null
      ? say('cli.schedules.never')
      : say('cli.schedules.last', { at: minuteOf(lastRunStr), state: word(language, `schedules.run.${lastState}`) }),
  ]
}

async function list(
  client: Client,
  { size = String(usualSize), json }: ListOptions,
  terminal: Terminal,
): Promise<void> {
  const request = { size } as unknown as Parameters<Client['schedules']['find']['query']>[0]
  const { data, totalCount } = await asTyped(typedAs('size', 'size', size), () => client.schedules.find.query(request))
  if (json) sayJsonLines(data)
  else if (data.length === 0) print(terminal.say('cli.schedules.none'))
  else sayTable(data.map((row) => lineOf(row, terminal)))
  if (totalCount > data.length) remark(terminal.say('cli.schedules.more', { total: totalCount }))
}

type RunOptions = { schedule: string; detach?: true; json?: true }
const askAgainMs = 1_000
const longestWaitMs = 600_000
const isOver = ({ state }: ScheduleRunRow): boolean => state !== 'due' && state !== 'running'

async function newestRun(client: Client, id: number): Promise<ScheduleRunRow | undefined> {
  const { data } = await client.schedules.runs.query({ id, page: 1, size: 1 })
  return data[0]
}

async function run(client: Client, options: RunOptions, { say, language }: Terminal): Promise<void> {
  const typed = { ...typedAs('id', 'schedule', options.schedule), ...typedAs('', 'schedule', options.schedule) }
  const { id } = await asTyped(typed, () => client.schedules.run.mutate({ id: options.schedule as unknown as number }))
  if (options.detach) return options.json ? sayJson({ id }) : print(say('cli.schedules.started', { id }))
  const until = Date.now() + longestWaitMs
  let newest = await newestRun(client, id)
  while (!(newest && isOver(newest))) {
    if (Date.now() > until) throw new CliFailure('cli.schedules.late')
    await wait(askAgainMs)
    newest = await newestRun(client, id)
  }
  const { state, problem, messages } = newest
  if (options.json) sayJson(newest)
  else print(say('cli.schedules.ended', { id, state: word(language, `schedules.run.${state}`), messages }))
  if (state !== 'done') throw new CliFailure('cli.schedules.notSent', { problem: problem ?? '' })
}

/** Add the commands schedules list, run. */
export function addScheduleCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const schedules = program.command('schedules').description(say('cli.schedules'))
  schedules
    .command('list')
    .description(say('cli.schedules.list'))
    .option('--size <number>', say('cli.schedules.size'))
    .option('--json', say('cli.option.json'))
    .action((options: ListOptions, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) => list(client, options, terminal)),
    )
  schedules
    .command('run')
    .description(say('cli.schedules.run'))
    .requiredOption('--schedule <id>', say('cli.schedules.schedule'))
    .option('--detach', say('cli.schedules.detach'))
    .option('--json', say('cli.option.json'))
    .action((options: RunOptions, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) => run(client, options, terminal)),
    )
}
