import { type Command, Option } from 'commander'
import { choiceOption } from '#cli/choice-option.ts'
import type { Client } from '#cli/connect.ts'
import { asTyped, typedAs, wrongUse } from '#cli/failure.ts'
import { say as print, remark, sayJson } from '#cli/output.ts'
import { withOwnPassword } from '#cli/own-password.ts'
import { idOf } from '#cli/place-ids.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'

type Options = {
  user: string
  ttl: string
  days?: string
  scope: 'full' | 'read' | 'report'
  site?: string
  json?: true
}

const unitMinutes = { m: 1, h: 60, d: 1_440 }
const mostMinutes = 365 * unitMinutes.d

/** Convert 90d, 12h or 30m to minutes. @throws CliFailure for any other text */
function minutesOf(ttl: string): number {
  const [, figure = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(ttl) ?? []
  const minutes = Number(figure) * (unitMinutes[unit as keyof typeof unitMinutes] ?? 0)
  if (minutes < 1 || minutes > mostMinutes) throw wrongUse('cli.ttlWrong', { value: ttl })
  return minutes
}

/**
 * Return the site of a token of scope report, which no other token has. @throws CliFailure (wrong use) if a required
 * one is missing, or another scope has one
 */
async function siteOf(client: Client, { scope, site }: Options): Promise<number | null> {
  if ((scope === 'report') !== (site !== undefined)) throw wrongUse('cli.token.siteWrong')
  return site === undefined ? null : Number(await idOf(client, 'site', 'site', site))
}

/** Add the command token create. */
export function addTokenCommand(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('token')
    .description(say('cli.token'))
    .command('create')
    .description(say('cli.token.create'))
    .requiredOption('--user <userName>', say('cli.token.user'))
    .option('--ttl <ttl>', say('cli.token.ttl'), '90d')
    .addOption(new Option('--days <days>').hideHelp())
    .addOption(choiceOption('--scope <scope>', say('cli.token.scope'), ['full', 'read', 'report']).default('full'))
    .option('--site <site>', say('cli.token.site'))
    .option('--json', say('cli.option.json'))
    .action(async (options: Options, command: Command) => {
      if (options.days !== undefined && command.getOptionValueSource('ttl') === 'cli')
        throw wrongUse('cli.token.ttlTwice')
      const minutes = minutesOf(options.days === undefined ? options.ttl : `${options.days}d`)
      await withConnection(targetOf(command, terminal), async ({ client }) => {
        const { pem } = await client.auth.publicKey.query()
        const siteId = await siteOf(client, options)
        const wanted = {
          userName: options.user,
          minutes,
          ...(options.scope === 'report' ? {} : { scope: options.scope }),
        }
        const typed = {
          ...typedAs('', 'user', options.user),
          ...typedAs('userName', 'user', options.user),
          ...typedAs('siteId', 'site', options.site),
        }
        const made = await asTyped(typed, () =>
          withOwnPassword(terminal, pem, (own) =>
            siteId === null
              ? client.auth.createToken.mutate({ ...wanted, ...own })
              : client.live.createToken.mutate({
                  siteId,
                  userName: options.user,
                  days: Math.ceil(minutes / unitMinutes.d),
                  ...own,
                }),
          ),
        )
        const issued = await zoned(client, made)
        if (options.json) return sayJson(issued)
        remark(say('cli.tokenShown', { expiresAt: issued.expiresAt }))
        print(issued.token)
      })
    })
}
