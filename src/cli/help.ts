import type { Command } from 'commander'
import { wrongUse } from './failure.ts'
import type { Terminal } from './settings.ts'

/** The command that words name, below `command`. @throws CliFailure (wrong use) when they name none */
function commandOf(command: Command, words: readonly string[]): Command {
  return words.reduce((at, word) => {
    const found = at.commands.find((one) => one.name() === word)
    if (!found) throw wrongUse('cli.help.unknown', { command: words.join(' ') })
    return found
  }, command)
}

/** Adds `help` to every command that has others below it: `help db backup` and `db help backup` say what `db backup --help` says. */
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
