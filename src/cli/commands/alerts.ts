import type { Command } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { addFilters, checkDay, type Fields, filtersOf, typedFields } from '#cli/filters.ts'
import { say as print, remark, sayJson, sayJsonLines, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { timeZoneOf, zoned } from '#cli/zoned.ts'
import { type AlertRow, alertKindNames, alertSeverities } from '#shared/alerts.ts'
import { businessTime } from '#shared/business-time.ts'
import { word } from '#shared/i18n/index.ts'

type FindInput = Parameters<Client['alerts']['find']['query']>[0]
type ListOptions = {
  all?: true
  kind?: string
  severity?: string
  from?: string
  to?: string
  size?: string
  json?: true
}
const usualSize = 100
const minuteOf = (at: string, timeZone: string): string =>
  businessTime(new Date(at), timeZone).slice(0, 'YYYY-MM-DD HH:mm'.length)

/** Format an event: number, severity, kind, place, count, start, and state. */
function lineOf(row: AlertRow, timeZone: string, { say, language }: Terminal): string[] {
  const { id, severity, kind, count, worst, of, openedAt, resolvedAt, acknowledged } = row
  const shown = resolvedAt === null ? count : worst
  const state =
    resolvedAt !== null ? say('cli.alerts.until', { at: minuteOf(resolvedAt, timeZone) }) : say('cli.alerts.open')
  return [
    `#${id}`,
    word(language, `alerts.severity.${severity}`),
    word(language, `alerts.kind.${kind}`),
    [row.site ?? row.company, row.client, row.account, row.type].filter(Boolean).join(' · '),
    of === null ? String(shown) : say('cli.alerts.of', { count: shown, of }),
    minuteOf(openedAt, timeZone),
    acknowledged?.reason ? `${state} (${say('cli.alerts.seen', { reason: acknowledged.reason })})` : state,
  ]
}

async function list(client: Client, fields: Fields, options: ListOptions, terminal: Terminal): Promise<void> {
  const { all, kind, severity, from, to, size = String(usualSize), json } = options
  const request = {
    ...fields,
    kind,
    severity,
    startDate: from,
    endDate: to,
    size,
    ...(all ? {} : { open: true }),
  } as unknown as FindInput
  const typed = {
    ...typedAs('kind', 'kind', kind),
    ...typedAs('severity', 'severity', severity),
    ...typedAs('size', 'size', size),
  }
  const { data, totalCount } = await asTyped(
    { ...typed, ...typedAs('startDate', 'from', from), ...typedAs('endDate', 'to', to) },
    () => client.alerts.find.query(request),
  )
  if (json) sayJsonLines((await zoned(client, data)) as AlertRow[])
  else {
    const timeZone = await timeZoneOf(client)
    if (data.length === 0) print(terminal.say('cli.alerts.none'))
    else sayTable(data.map((row) => lineOf(row, timeZone, terminal)))
  }
  if (totalCount > data.length) remark(terminal.say('cli.alerts.more', { total: totalCount }))
}

type AnswerOptions = { alert: string; reason?: string; withdraw?: true; hours?: string; excused?: true; json?: true }
const typedAnswer = ({ alert, reason }: AnswerOptions) => ({
  ...typedAs('id', 'alert', alert),
  ...typedAs('', 'alert', alert),
  ...typedAs('reason', 'reason', reason),
})

async function acknowledge(client: Client, options: AnswerOptions, { say }: Terminal): Promise<void> {
  const { alert, reason, withdraw, json } = options
  const request = { id: alert, acknowledged: withdraw !== true, reason } as unknown as Parameters<
    Client['alerts']['acknowledge']['mutate']
  >[0]
  const saved = await asTyped(typedAnswer(options), () => client.alerts.acknowledge.mutate(request))
  if (json) sayJson(saved)
  else print(say(withdraw ? 'cli.alerts.withdrawn' : 'cli.alerts.acknowledged', { id: saved.id }))
}

const minutesAnHour = 60
const mostHours = 744

async function silence(client: Client, options: AnswerOptions, { say }: Terminal): Promise<void> {
  const hours = Number(options.hours)
  const minutes = Math.round(hours * minutesAnHour)
  if (!(minutes >= 1 && hours <= mostHours)) throw wrongUse('cli.alerts.hoursWrong', { value: options.hours ?? '' })
  const request = {
    id: options.alert,
    minutes,
    reason: options.reason,
    excused: options.excused === true,
  } as unknown as Parameters<Client['alerts']['silence']['mutate']>[0]
  const saved = await asTyped(typedAnswer(options), () => client.alerts.silence.mutate(request))
  if (options.json) sayJson(saved)
  else print(say('cli.alerts.silenced', { id: options.alert, hours }))
}

/** Add the commands alerts list, acknowledge, silence. */
export function addAlertCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const alerts = program.command('alerts').description(say('cli.alerts'))
  const names = ['company', 'site', 'client'] as const
  addFilters(alerts.command('list').description(say('cli.alerts.list')), terminal, names)
    .option('--all', say('cli.alerts.all'))
    .addOption(choiceOption('--kind <kind>', say('cli.alerts.kind'), alertKindNames))
    .addOption(choiceOption('--severity <severity>', say('cli.alerts.severity'), alertSeverities))
    .option('--from <day>', say('cli.alerts.from'))
    .option('--to <day>', say('cli.alerts.to'))
    .option('--size <number>', say('cli.alerts.size'))
    .option('--json', say('cli.option.json'))
    .action(async (options: ListOptions & Record<string, unknown>, self: Command) => {
      await checkDay('from', options.from)
      await checkDay('to', options.to)
      await withConnection(targetOf(self, terminal), ({ client }) =>
        asTyped(typedFields(options), async () =>
          list(client, await filtersOf(client, options, names), options, terminal),
        ),
      )
    })
  alerts
    .command('acknowledge')
    .description(say('cli.alerts.acknowledge'))
    .requiredOption('--alert <id>', say('cli.alerts.alert'))
    .option('--reason <text>', say('cli.alerts.reason'))
    .option('--withdraw', say('cli.alerts.withdraw'))
    .option('--json', say('cli.option.json'))
    .action(async (options: AnswerOptions, self: Command) => {
      if ((options.reason === undefined) === (options.withdraw === undefined))
        throw wrongUse('cli.alerts.reasonOrWithdraw')
      await withConnection(targetOf(self, terminal), ({ client }) => acknowledge(client, options, terminal))
    })
  alerts
    .command('silence')
    .description(say('cli.alerts.silence'))
    .requiredOption('--alert <id>', say('cli.alerts.alert'))
    .requiredOption('--hours <hours>', say('cli.alerts.hours'))
    .requiredOption('--reason <text>', say('cli.alerts.reason'))
    .option('--excused', say('cli.alerts.excused'))
    .option('--json', say('cli.option.json'))
    .action((options: AnswerOptions, self: Command) =>
      withConnection(targetOf(self, terminal), ({ client }) => silence(client, options, terminal)),
    )
}
