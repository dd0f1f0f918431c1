import type { Command } from 'commander'
import { bytesText } from '#cli/bytes-text.ts'
import { remark, sayJson, sayTable } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'
import type { HistoryMonth, HistoryStatus } from '#shared/history.ts'

function sayStatus({ months, tables, closeAfterDays }: HistoryStatus, { say }: Terminal): void {
  const stateOf = ({ state, isWritten }: HistoryMonth) => say(isWritten ? 'cli.history.written' : `cli.history.${state}`)
  const monthLines = months.map((month) => {
    const bytes = month.fileBytes ?? month.bytes
    const each = month.rows === 0 ? '-' : say('cli.history.each', { bytes: (bytes / month.rows).toFixed(1) })
    return [month.month, stateOf(month), say('cli.history.rows', { rows: month.rows }), bytesText(bytes), each]
  })
  const tableLines = tables.map(({ table, rows, bytes, bytesPerMonth }) => [
    table,
    '',
    say('cli.history.rows', { rows }),
    bytesText(bytes),
    bytesPerMonth === null ? '-' : say('cli.history.perMonth', { size: bytesText(bytesPerMonth) }),
  ])
  sayTable([...monthLines, ...tableLines])
  remark(say('cli.history.settings', { days: closeAfterDays }))
}

/** history status. */
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
}
