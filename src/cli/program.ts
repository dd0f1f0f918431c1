import { Command } from 'commander'
import manifest from '#package' with { type: 'json' }
import { addAlertCommands } from './commands/alerts.ts'
import { addCallCommand } from './commands/call.ts'
import { addCatalogueCommands } from './commands/catalogue.ts'
import { addCityCommands } from './commands/cities.ts'
import { addClassCommands } from './commands/classes.ts'
import { addCollectCommand } from './commands/collect.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addDataCommands } from './commands/data.ts'
import { addDbCommands } from './commands/db.ts'
import { addDeviceCommands } from './commands/devices.ts'
import { addHistoryCommands } from './commands/history.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMachineTypeCommands } from './commands/machine-types.ts'
import { addOrderCommands } from './commands/orders.ts'
import { addPlaceCommands } from './commands/places.ts'
import { addProjectCommands } from './commands/projects.ts'
import { addRepairCommands } from './commands/repairs.ts'
import { addScheduleCommands } from './commands/schedules.ts'
import { addSelectCommand } from './commands/select.ts'
import { addStocktakeCommands } from './commands/stocktakes.ts'
import { addTokenCommand } from './commands/token.ts'
import { addUserCommands } from './commands/users.ts'
import { addExamples } from './examples.ts'
import { addHelp } from './help.ts'
import { helpWords } from './help-words.ts'
import { addGlobalOptions, type Terminal } from './settings.ts'
import { printText } from './standard-output.ts'
import { usageProblem } from './usage-problem.ts'

/** Create the commands; each is only another interface to procedures that every API has. */
export function createProgram(terminal: Terminal): Command {
  const { say } = terminal
  const program = new Command('coldfleet')
    .description(say('cli.about'))
    .helpOption('-h, --help', say('cli.help'))
    .version(manifest.version, '-V, --version', say('cli.version'))
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true, ...helpWords(say) })
    .exitOverride()
  addGlobalOptions(program, terminal)
  // Set before the commands are added: each inherits it from the program.
  program.configureOutput({
    writeOut: printText,
    outputError: (text, write) => write(`${say('cli.usage', { problem: usageProblem(text, say) })}\n`),
  })
  addDbCommands(program, terminal)
  addHistoryCommands(program, terminal)
  addUserCommands(program, terminal)
  addDeviceCommands(program, terminal)
  addPlaceCommands(program, terminal)
  addAlertCommands(program, terminal)
  addScheduleCommands(program, terminal)
  addMachineTypeCommands(program, terminal)
  addRepairCommands(program, terminal)
  addStocktakeCommands(program, terminal)
  addOrderCommands(program, terminal)
  addDataCommands(program, terminal)
  addCityCommands(program, terminal)
  addCatalogueCommands(program, terminal)
  addProjectCommands(program, terminal)
  addClassCommands(program, terminal)
  addSelectCommand(program, terminal)
  addCallCommand(program, terminal)
  addTokenCommand(program, terminal)
  addCollectCommand(program, terminal)
  addKeyCommands(program, terminal)
  addCompletionCommand(program, terminal)
  addExamples(program, terminal)
  addHelp(program, terminal)
  return program
}
