import type { Command } from 'commander'
import { say as print, sayJson } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'

/** keys rotate. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('keys')
    .description(say('cli.keys'))
    .command('rotate')
    .description(say('cli.keys.rotate'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const rotated = await zoned(client, await client.system.rotateKeys.mutate())
        if (options.json) sayJson(rotated)
        else print(say('cli.keysRotated', rotated))
      }),
    )
}
