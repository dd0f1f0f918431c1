import { type Command, Option } from 'commander'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { say as print, remark, sayJson } from '#cli/output.ts'
import { withOwnPassword } from '#cli/own-password.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'

type Options = { user: string; ttl: string; days?: string; scope: 'full' | 'read'; json?: true }

const unitMinutes = { m: 1, h: 60, d: 1_440 }
const mostMinutes = 365 * unitMinutes.d

/** 90d, 12h or 30m in minutes. @throws CliFailure for anything else */
function minutesOf(ttl: string): number {
  const [, figure = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(ttl) ?? []
  const minutes = Number(figure) * (unitMinutes[unit as keyof typeof unitMinutes] ?? 0)
  if (minutes < 1 || minutes > mostMinutes) throw wrongUse('cli.ttlWrong', { value: ttl })
  return minutes
}

/** token create. */
export function addTokenCommand(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('token')
    .description(say('cli.token'))
    .command('create')
    .description(say('cli.token.create'))
    .requiredOption('--user <userName>', say('cli.token.user'))
    .option('--ttl <ttl>', say('cli.token.ttl'), '90d')
    .addOption(new Option('--days <days>').hideHelp())
    .addOption(new Option('--scope <scope>', say('cli.token.scope')).choices(['full', 'read']).default('full'))
    .option('--json', say('cli.option.json'))
    .action(async (options: Options, command: Command) => {
      const minutes = minutesOf(options.days === undefined ? options.ttl : `${options.days}d`)
      await withConnection(targetOf(command, terminal), async ({ client }) => {
        const { pem } = await client.auth.publicKey.query()
        const wanted = { userName: options.user, minutes, scope: options.scope }
        const typed = { ...typedAs('', 'user', options.user), ...typedAs('userName', 'user', options.user) }
        const made = await asTyped(typed, () => withOwnPassword(terminal, pem, (own) => client.auth.createToken.mutate({ ...wanted, ...own })))
        const issued = await zoned(client, made)
        if (options.json) return sayJson(issued)
        remark(say('cli.tokenShown', { expiresAt: issued.expiresAt }))
        print(issued.token)
      })
    })
}
