import type { Command } from 'commander'
import { CliFailure, wrongUse } from '#cli/failure.ts'
import { say as print, remark, sayJson } from '#cli/output.ts'
import { whileShown } from '#cli/progress.ts'
import { warnOfLine } from '#cli/refused-line.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'

/** Other accepted headings in files of cities. */
const headings = { cityname: 'name', city: 'name', 城市: 'name', 省份: 'province' } as const

/** Add the command cities import. */
export function addCityCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('cities')
    .description(say('cli.cities'))
    .command('import')
    .description(say('cli.cities.import'))
    .requiredOption('--file <file>', say('cli.option.file'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
    .action(async (options: { file: string; dryRun?: true; json?: true }, command: Command) => {
      const [{ readRowsFile }, { cityColumns, mostCityRows }] = await Promise.all([
        import('#cli/read-rows.ts'),
        import('#shared/cities.ts'),
      ])
      const rows = await readRowsFile(options.file, { columns: cityColumns, headings }, terminal.language)
      if (rows.length > mostCityRows) throw wrongUse('cli.tooManyLines', { most: mostCityRows })
      await withConnection(beginning(targetOf(command, terminal), options.dryRun), async ({ client }) => {
        const answer = await whileShown(terminal, 'cli.progress.seed', rows.length, () =>
          client.cities.import.mutate({ rows, dryRun: options.dryRun === true }),
        )
        const { errors, applied, ...counted } = answer
        if (options.json) sayJson(answer)
        else
          print(say(counted.refused > 0 ? 'cli.seedRefused' : options.dryRun ? 'cli.seedDry' : 'cli.seeded', counted))
        for (const { line, name, reason } of options.json ? [] : errors) warnOfLine(terminal, line, name, reason)
        if (counted.refused > 0) throw new CliFailure('cli.notApplied')
        if (!options.json && !applied) remark(say('cli.notApplied'))
      })
    })
}
