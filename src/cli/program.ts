import { Command } from 'commander'
import { addCallCommand } from './commands/call.ts'
import { addDbCommands } from './commands/db.ts'
import { addDeviceCommands } from './commands/devices.ts'
import { addPlaceCommands } from './commands/places.ts'
import { addTokenCommand } from './commands/token.ts'
import { addUserCommands } from './commands/users.ts'
import { addGlobalOptions, type Terminal } from './settings.ts'

/** The commands of the terminal; each is only a form of procedures that every door has. */
export function createProgram(terminal: Terminal): Command {
  const { say } = terminal
  const program = new Command('coldfleet')
    .description(say('cli.about'))
    .helpOption('-h, --help', say('cli.help'))
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
  addGlobalOptions(program, terminal)
  // Set before the commands are added: each takes it over from the programme.
  program.configureOutput({ outputError: (text, write) => write(`${say('cli.usage', { problem: text.trim().replace(/^error: /, '') })}\n`) })
  addDbCommands(program, terminal)
  addUserCommands(program, terminal)
  addDeviceCommands(program, terminal)
  addPlaceCommands(program, terminal)
  addCallCommand(program, terminal)
  addTokenCommand(program, terminal)
  return program
}
