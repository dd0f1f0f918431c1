import type { Command } from 'commander'
import { say as print, sayJson } from '#cli/output.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'

/** sites deleted, sites restore: what a manager deleted in the last 30 days, and bringing it back. */
export function addBinCommands(sites: Command, terminal: Terminal): void {
  const { say } = terminal
  sites
    .command('deleted')
    .description(say('cli.sites.deleted'))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const { data } = await client.sites.deleted.query()
        if (options.json) return sayJson(data)
        if (data.length === 0) print(say('cli.sites.none'))
        for (const site of data) print(say('cli.sites.line', site))
      }),
    )
  sites
    .command('restore')
    .description(say('cli.sites.restore'))
    .requiredOption('--site <id>', say('cli.sites.site'))
    .option('--json', say('cli.option.json'))
    .action((options: { site: string; json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const site = await client.sites.restore.mutate({ id: Number(options.site) })
        if (options.json) sayJson(site)
        else print(say('cli.sites.restored', { id: site.id, name: site.name }))
      }),
    )
}
