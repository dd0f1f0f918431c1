import type { Command } from 'commander'
import { say as print, remark, sayJson } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'

/** token create. */
export function addTokenCommand(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('token')
    .description(say('cli.token'))
    .helpCommand(false)
    .command('create')
    .description(say('cli.token.create'))
    .requiredOption('--user <userName>', say('cli.token.user'))
    .option('--days <days>', say('cli.token.days'), '90')
    .option('--json', say('cli.option.json'))
    .action((options: { user: string; days: string; json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const issued = await client.auth.createToken.mutate({ userName: options.user, days: Number(options.days) })
        if (options.json) return sayJson(issued)
        remark(say('cli.tokenShown', { expiresAt: issued.expiresAt }))
        print(issued.token)
      }),
    )
}
