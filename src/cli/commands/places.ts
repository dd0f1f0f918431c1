import type { Command } from 'commander'
import type { Terminal } from '#cli/settings.ts'
import { addBinCommands } from './bin.ts'
import { addKindExport, addStatementCommand } from './data.ts'

/** Add the commands of sites, clients and accounts: the bin, the statement, and the same export as in the console. */
export function addPlaceCommands(program: Command, terminal: Terminal): void {
  for (const [name, kind] of [
    ['sites', 'site'],
    ['clients', 'client'],
    ['accounts', 'account'],
  ] as const) {
    const group = program.command(name).description(terminal.say(`cli.${name}`))
    addBinCommands(group, terminal, name)
    if (name === 'clients') addStatementCommand(group, terminal)
    addKindExport(group, terminal, kind)
  }
}
