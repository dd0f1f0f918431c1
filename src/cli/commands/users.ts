import { type Command, Option } from 'commander'
import { CliFailure, isMissing, wrongUse } from '#cli/failure.ts'
import { readPassword } from '#cli/input.ts'
import { say as print, remark, sayJson } from '#cli/output.ts'
import { withOwnPassword } from '#cli/own-password.ts'
import { whileShown } from '#cli/progress.ts'
import { warnOfLine } from '#cli/refused-line.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'

/** Maximum rows in one call of users.seed. */
const mostSeedRows = 5_000

/** Add the commands users seed, reset-password. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const users = program.command('users').description(say('cli.users'))

  users
    .command('seed')
    .description(say('cli.users.seed'))
    .addOption(new Option('--file <file>', say('cli.option.file')).conflicts('demo'))
    .option('--demo', say('cli.users.demo'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--json', say('cli.option.json'))
    .action(async (options: { file?: string; demo?: true; dryRun?: true; json?: true }, command: Command) => {
      if (!options.file && !options.demo) throw wrongUse('cli.needsFileOrDemo')
      const [{ readRowsFile }, { seedColumns, seedHeadings, wrapSeedRows }] = await Promise.all([
        import('#cli/read-rows.ts'),
        import('#shared/user-import.ts'),
      ])
      const given = options.file
        ? await readRowsFile(options.file, { columns: seedColumns, headings: seedHeadings }, terminal.language)
        : null
      if (given && given.length > mostSeedRows) throw wrongUse('cli.tooManyLines', { most: mostSeedRows })
      await withConnection(beginning(targetOf(command, terminal), options.dryRun), async ({ client }) => {
        const [{ pem }, { encryptPassword }] = await Promise.all([
          client.auth.publicKey.query(),
          import('#shared/password-encryption.ts'),
        ])
        const rows = given && (await wrapSeedRows(given, (password) => encryptPassword(pem, password)))
        const file = { ...(rows ? { rows } : { demo: true as const }), dryRun: options.dryRun === true }
        const answer = await withOwnPassword(terminal, pem, (own) =>
          whileShown(terminal, 'cli.progress.seed', rows?.length ?? 0, () =>
            client.users.seed.mutate({ ...file, ...own }),
          ),
        )
        const { errors, applied, ...counted } = answer
        // A refused run has created nothing, whatever its counts say.
        if (options.json) sayJson(counted.refused > 0 ? { ...answer, created: 0, updated: 0 } : answer)
        else
          print(say(counted.refused > 0 ? 'cli.seedRefused' : options.dryRun ? 'cli.seedDry' : 'cli.seeded', counted))
        for (const { line, userName, reason } of options.json ? [] : errors)
          warnOfLine(terminal, line, userName, reason)
        if (counted.refused > 0) throw new CliFailure('cli.notApplied')
        if (!options.json && !applied) remark(say('cli.notApplied'))
      })
    })

  users
    .command('reset-password')
    .description(say('cli.users.reset'))
    .argument('<userName>')
    .action(async (userName: string, _: object, command: Command) => {
      const password = await readPassword(say('cli.password'))
      const { encryptPassword } = await import('#shared/password-encryption.ts')
      await withConnection(targetOf(command, terminal), async ({ client }) => {
        const { pem } = await client.auth.publicKey.query()
        const sent = { userName, password: encryptPassword(pem, password) }
        const done = await withOwnPassword(terminal, pem, (own) =>
          client.users.setPassword.mutate({ ...sent, ...own }),
        ).catch((error: unknown) => {
          throw isMissing(error) ? new CliFailure('cli.users.unknown', { userName }) : error
        })
        print(say('cli.passwordSet', done))
      })
    })
}
