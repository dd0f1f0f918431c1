import type { Command } from 'commander'
import { bytesText } from '#cli/bytes-text.ts'
import { onlyHere, wrongUse } from '#cli/failure.ts'
import { say as print, remark, sayJson, sayJsonLines, sayTable } from '#cli/output.ts'
import { createProgress } from '#cli/progress.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'
import { Month } from '#shared/dates.ts'
import type { HistoryMonth, HistoryStatus, ListedMonth, MonthMoving } from '#shared/history.ts'
import type { CliWord } from '#shared/i18n/cli.ts'

/** Format a month: its state, its rows, their bytes in total and per row, and its file if there is one. */
function monthLine(month: HistoryMonth, { say }: Terminal): string[] {
  const bytes = month.fileBytes ?? month.bytes
  const each = month.rows === 0 ? '-' : say('cli.history.each', { bytes: (bytes / month.rows).toFixed(1) })
  const state = say(month.isWritten ? 'cli.history.written' : `cli.history.${month.state}`)
  return [
    month.month,
    state,
    say('cli.history.rows', { rows: month.rows }),
    bytesText(bytes),
    each,
    ...(month.fileName === null ? [] : [month.fileName]),
  ]
}

/** The same, and whether its file is missing. */
function listedLine(month: ListedMonth, terminal: Terminal): string[] {
  return [...monthLine(month, terminal), ...(month.isFileMissing ? [terminal.say('cli.history.missing')] : [])]
}

function sayStatus(
  { months, tables, storageProblem, closeAfterDays, archiveAfterMonths, isDistributed }: HistoryStatus,
  terminal: Terminal,
): void {
  const { say } = terminal
  const tableLines = tables.map(({ table, rows, isEstimate, bytes, bytesPerMonth }) => [
    table,
    '',
    say(isEstimate ? 'cli.history.aboutRows' : 'cli.history.rows', { rows }),
    bytesText(bytes),
    bytesPerMonth === null ? '-' : say('cli.history.perMonth', { size: bytesText(bytesPerMonth) }),
  ])
  sayTable([...months.map((month) => listedLine(month, terminal)), ...tableLines])
  if (storageProblem !== null) remark(say(`cli.history.${storageProblem}`))
  if (isDistributed) remark(say('cli.history.onNodes'))
  else {
    remark(say('cli.history.settings', { days: closeAfterDays }))
    if (archiveAfterMonths === null) remark(say('cli.history.keepsAll'))
    else remark(say('cli.history.archives', { months: archiveAfterMonths }))
  }
}

/** Report the progress of moving months; return the months that were moved, or would be. */
async function movedMonths(
  parts: AsyncIterable<MonthMoving>,
  terminal: Terminal,
  label: CliWord,
): Promise<HistoryMonth[]> {
  const progress = createProgress(terminal)
  const months: HistoryMonth[] = []
  try {
    for await (const part of parts) {
      if (part.kind === 'progress') progress.show(`${terminal.say(label)} ${part.month}`, part.rows, part.total)
      else months.push(part.month)
    }
  } finally {
    progress.clear()
  }
  return months
}

function monthOf(value: string | undefined, option: string): string | undefined {
  if (value !== undefined && !Month.safeParse(value).success)
    throw wrongUse('cli.history.monthWrong', { option, value })
  return value
}

type ArchiveOptions = { month?: string; before?: string; dryRun?: true; yes?: true; json?: true }

async function runArchive(options: ArchiveOptions, command: Command, terminal: Terminal): Promise<void> {
  const month = monthOf(options.month, 'month')
  const before = monthOf(options.before, 'before')
  if ((month === undefined) === (before === undefined)) throw wrongUse('cli.history.which')
  const dryRun = options.dryRun === true
  if (!dryRun && !options.yes) throw wrongUse('cli.history.yes')
  const request = { ...(month === undefined ? {} : { month }), ...(before === undefined ? {} : { before }), dryRun }
  await withConnection(targetOf(command, terminal), async ({ client }) => {
    const parts = await onlyHere(() => client.history.archive.mutate(request))
    const months = await onlyHere(() => movedMonths(parts, terminal, 'cli.history.archiving'))
    if (options.json) return sayJsonLines(await zoned(client, months))
    sayTable(months.map((one) => monthLine(one, terminal)))
    print(terminal.say(dryRun ? 'cli.history.wouldArchive' : 'cli.history.archivedMonths', { count: months.length }))
  })
}

async function runRestore(
  options: { month: string; yes?: true; json?: true },
  command: Command,
  terminal: Terminal,
): Promise<void> {
  const month = monthOf(options.month, 'month') ?? ''
  await withConnection(targetOf(command, terminal), async ({ client }) => {
    const parts = await onlyHere(() => client.history.restore.mutate({ month }))
    const [restored] = await onlyHere(() => movedMonths(parts, terminal, 'cli.history.restoring'))
    if (options.json) return sayJson(await zoned(client, restored))
    if (restored) sayTable([monthLine(restored, terminal)])
    print(terminal.say('cli.history.restored', { month }))
  })
}

/** Add the commands history status, archive, restore. */
export function addHistoryCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const history = program.command('history').description(say('cli.history'))

  history
    .command('status')
    .description(say('cli.history.status'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const status = await client.history.status.query()
        if (options.json) sayJson(await zoned(client, status))
        else sayStatus(status, terminal)
      }),
    )

  history
    .command('archive')
    .description(say('cli.history.archive'))
    .option('--month <month>', say('cli.history.month'))
    .option('--before <month>', say('cli.history.before'))
    .option('--dry-run', say('cli.history.dryRun'))
    .option('--yes', say('cli.history.sure'))
    .option('--json', say('cli.option.json'))
    .action((options: ArchiveOptions, command: Command) => runArchive(options, command, terminal))

  history
    .command('restore')
    .description(say('cli.history.restore'))
    .requiredOption('--month <month>', say('cli.history.month'))
    .option('--yes', say('cli.history.restoreSure'))
    .option('--json', say('cli.option.json'))
    .action((options: { month: string; yes?: true; json?: true }, command: Command) =>
      runRestore(options, command, terminal),
    )
}
