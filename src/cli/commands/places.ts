import type { Command } from 'commander'
import { remark, writeOut } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { addBinCommands } from './bin.ts'
import { addStatementCommand } from './data.ts'
import { addExportOptions, allPages, type ExportOptions, formatOf } from './export-options.ts'
import { placeFile, placeLists } from './place-lists.ts'

/** sites, clients and accounts export. */
export function addPlaceCommands(program: Command, terminal: Terminal): void {
  const { say } = terminal
  for (const list of placeLists) {
    const { name, find } = list
    const group = program
      .command(name)
      .description(say(`cli.${name}`))
      .helpCommand(false)
    addBinCommands(group, terminal, name)
    if (name === 'clients') addStatementCommand(group, terminal)
    const exported = group.command('export').description(say('cli.places.export'))
    addExportOptions(exported, terminal).action((options: ExportOptions, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        let rows = 0
        async function* pages() {
          for await (const page of allPages((number) => find(client, number))) {
            rows += page.length
            yield page
          }
        }
        await writeOut(options.out, placeFile(list, formatOf(options), pages()))
        if (options.out !== '-') remark(say('cli.exported', { path: options.out, rows }))
      }),
    )
  }
}
