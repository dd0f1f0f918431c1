import type { Command } from 'commander'
import { wrongUse } from './failure.ts'
import type { Terminal } from './settings.ts'

/** Return the command named by the words, below `command`. @throws CliFailure (wrong use) if there is none */
function commandOf(command: Command, words: readonly string[]): Command {
  return words.reduce((at, word) => {
    const found = at.commands.find((one) => one.name() === word)
    if (!found) throw wrongUse('cli.help.unknown', { command: words.join(' ') })
    return found
  }, command)
}

/**
 * Add `help` to every command with subcommands: `help db backup` and `db help backup` print the same as `db backup
 * --help`.
 */
export function addHelp(command: Command, terminal: Terminal): void {
  if (command.commands.length === 0) return
  for (const one of command.commands) addHelp(one, terminal)
  command
    .helpCommand(false)
    .command('help')
    .description(terminal.say('cli.help.command'))
    .argument('[command...]')
    .action((words: string[]) => commandOf(command, words).outputHelp())
}
