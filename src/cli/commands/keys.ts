import type { Command } from 'commander'
import { CliFailure, onlyHere } from '#cli/failure.ts'
import { say as print, sayJson } from '#cli/output.ts'
import { refuseUrl, type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'

/** Add the commands keys rotate, accept. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  const keys = program.command('keys').description(say('cli.keys'))
  keys
    .command('rotate')
    .description(say('cli.keys.rotate'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const rotated = await zoned(client, await onlyHere(() => client.system.rotateKeys.mutate()))
        if (options.json) sayJson(rotated)
        else print(say('cli.keysRotated', rotated))
      }),
    )
  keys
    .command('accept')
    .description(say('cli.keys.accept'))
    .action(async (_: object, command: Command) => {
      refuseUrl(command)
      await withConnection({ ...targetOf(command, terminal), acceptsKeys: true }, async ({ url }) => {
        if (url !== null) throw new CliFailure('cli.keysInUse', { url })
        print(say('cli.keysAccepted'))
      })
    })
}
