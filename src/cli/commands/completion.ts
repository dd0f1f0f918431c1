import { Argument, type Command } from 'commander'
import { completionOf, type Shell, shells } from '#cli/completion.ts'
import type { Terminal } from '#cli/settings.ts'
import { printText } from '#cli/standard-output.ts'

/** Add the command completion, which prints the completion script of a shell. */
export function addCompletionCommand(program: Command, { say }: Terminal): void {
  program
    .command('completion')
    .description(say('cli.completion'))
    .addArgument(new Argument('<shell>', say('cli.completion.shell')).choices(shells))
    .addHelpText(
      'after',
      `\n${say('cli.completion.how')}\n  source <(coldfleet completion bash)\n  source <(coldfleet completion zsh)\n  coldfleet completion fish | source`,
    )
    .action(async (shell: Shell) => {
      const { procedureNames } = await import('#cli/connect.ts')
      printText(completionOf(program, shell, await procedureNames()))
    })
}
