import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { wrongUse } from '#cli/failure.ts'
import { say as print, sayJson, sayJsonLines } from '#cli/output.ts'
import { type Found, idAmong } from '#cli/place-ids.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { plainTime, zoned } from '#cli/zoned.ts'
import type { CliWord } from '#shared/i18n/cli.ts'

type Bin = {
  option: 'site' | 'client' | 'account'
  lists: CliWord
  restores: CliWord
  /** Return the content of the bin, as data and as lines. */
  find: (client: Client, say: Terminal['say']) => Promise<{ data: object[]; places: Found[]; lines: string[] }>
  restore: (client: Client, id: number) => Promise<Found>
}

const plain = ({ deletedAt, restorableUntil }: { deletedAt: string; restorableUntil: string }) => ({
  deletedAt: plainTime(deletedAt),
  restorableUntil: plainTime(restorableUntil),
})

/** Return the clients or the sub-accounts of the common bin. */
const owners =
  (kind: 'client' | 'account'): Bin['find'] =>
  async (client, say) => {
    const data = await zoned(
      client,
      (await client.clients.deleted.query()).data.filter((one) => one.kind === kind),
    )
    const places = data.map(({ id, name, client: owner, company }) => ({ id, name, of: owner ?? company }))
    return {
      data,
      places,
      lines: data.map((one) => say('cli.bin.owner', { ...one, ...plain(one), client: one.client ?? one.company })),
    }
  }

const bins: Record<'sites' | 'clients' | 'accounts', Bin> = {
  sites: {
    option: 'site',
    lists: 'cli.sites.deleted',
    restores: 'cli.sites.restore',
    find: async (client, say) => {
      const data = await zoned(client, (await client.sites.deleted.query()).data)
      return { data, places: data, lines: data.map((site) => say('cli.sites.line', { ...site, ...plain(site) })) }
    },
    restore: (client, id) => client.sites.restore.mutate({ id }),
  },
  clients: {
    option: 'client',
    lists: 'cli.clients.deleted',
    restores: 'cli.clients.restore',
    find: owners('client'),
    restore: (client, id) => client.clients.restore.mutate({ id }),
  },
  accounts: {
    option: 'account',
    lists: 'cli.accounts.deleted',
    restores: 'cli.accounts.restore',
    find: owners('account'),
    restore: (client, id) => client.accounts.restore.mutate({ id }),
  },
}

/** Add to sites, clients and accounts: `deleted`, which lists what was deleted in the last 30 days, and `restore`. */
export function addBinCommands(group: Command, terminal: Terminal, name: keyof typeof bins): void {
  const { say } = terminal
  const { option, lists, restores, find, restore } = bins[name]
  group
    .command('deleted')
    .description(say(lists))
    .option('--json', say('cli.option.json'))
    .action((options: { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const { data, lines } = await find(client, say)
        if (options.json) return sayJsonLines(data)
        if (data.length === 0) print(say('cli.bin.none'))
        for (const line of lines) print(line)
      }),
    )
  group
    .command('restore')
    .description(say(restores))
    .requiredOption(`--${option} <${option}>`, say('cli.bin.id', { command: `${name} deleted` }))
    .option('--json', say('cli.option.json'))
    .action((options: Partial<Record<Bin['option'], string>> & { json?: true }, command: Command) =>
      withConnection(targetOf(command, terminal), async ({ client }) => {
        const { places } = await find(client, say)
        const value = options[option] ?? ''
        const id = idAmong(places, option, value)
        if (id === undefined) throw wrongUse('cli.bin.unknown', { option, value, command: `${name} deleted` })
        const place = await restore(client, id)
        if (options.json) sayJson(await zoned(client, place))
        else print(say('cli.bin.restored', { id: place.id, name: place.name }))
      }),
    )
}
