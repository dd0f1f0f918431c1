import type { Command } from 'commander'
import type { Client } from '#cli/connect.ts'
import { asTyped, CliFailure, typedAs, wrongUse } from '#cli/failure.ts'
import { addFilters, checkDay, filterNames, filtersOf, typedFields } from '#cli/filters.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { chosenFilters } from '#cli/kinds.ts'
import { idOf, type Place } from '#cli/place-ids.ts'
import { type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { serialsOf } from '#shared/serial-lists.ts'
import type { TransferRequest } from '#shared/transfers.ts'

type TransferOptions = {
  serials?: string
  file?: string
  client?: string
  account?: string
  site?: string
  date?: string
  reason: string
  leaveScrapped?: true
  yes?: true
  dryRun?: true
  json?: true
} & Record<string, unknown>

/** 0 = none from now on; otherwise a name, or an id. */
const placeOf = async (client: Client, place: Place, text: string | undefined): Promise<number | undefined> =>
  text === undefined ? undefined : text === '0' ? 0 : Number(await idOf(client, place, place, text))

type Selection = TransferRequest['selection']

/**
 * Return the machines: those of a list of serials, or all that match the filters, with their number. @throws CliFailure
 * if no machine matches
 */
async function selectionOf(client: Client, options: TransferOptions): Promise<Selection> {
  const { serials, file } = options
  if (file !== undefined)
    return { serials: serialsOf(decodeText(await readInput(file)).replace(/^\uFEFF/, '')) } as Selection
  if (serials !== undefined) return { serials: serialsOf(serials) } as Selection
  const filters = (await filtersOf(client, options, chosenFilters)) as Selection['filters']
  const { totalCount: expected } = await client.devices.find.query({ ...filters, size: 1 })
  if (expected === 0) throw new CliFailure('cli.transfer.none')
  return { filters, expected } as Selection
}

/**
 * Add the command devices transfer: move machines of a file, a list of serials or filters to another client,
 * sub-account or site from a day on.
 */
export function addTransferCommand(devices: Command, terminal: Terminal): void {
  const { say } = terminal
  addFilters(devices.command('transfer').description(say('cli.transfer')), terminal, chosenFilters)
    .option('--serials <serials>', say('cli.repairs.serials'))
    .option('--file <file>', say('cli.repairs.file'))
    .option('--client <client>', say('cli.transfer.toClient'))
    .option('--account <account>', say('cli.transfer.toAccount'))
    .option('--site <site>', say('cli.transfer.toSite'))
    .option('--date <date>', say('cli.transfer.date'))
    .requiredOption('--reason <text>', say('cli.transfer.reason'))
    .option('--leave-scrapped', say('cli.transfer.leaveScrapped'))
    .option('--dry-run', say('cli.option.dryRun'))
    .option('--yes', say('cli.transfer.sure'))
    .option('--json', say('cli.option.json'))
    .action(async (options: TransferOptions, self: Command) => {
      const { serials, file, client: toClient, account, site, date, reason, dryRun } = options
      const filtered = filterNames(options).some((name) => chosenFilters.includes(name))
      if ([serials !== undefined, file !== undefined, filtered].filter(Boolean).length !== 1)
        throw wrongUse('cli.transfer.source')
      if (toClient === undefined && account === undefined && site === undefined) throw wrongUse('cli.transfer.noTarget')
      if (!dryRun && !options.yes) throw wrongUse('cli.transfer.yes')
      await checkDay('date', date)
      const { runTransfer } = await import('#cli/transfer.ts')
      await withConnection(targetOf(self, terminal), async ({ client }) => {
        const to = {
          clientId: await placeOf(client, 'client', toClient),
          accountId: await placeOf(client, 'account', account),
          siteId: await placeOf(client, 'site', site),
        }
        const typed = {
          ...(filtered ? typedFields(options) : {}),
          ...(file === undefined ? typedAs('selection', 'serials', serials) : typedAs('selection', 'file', file)),
          ...typedAs('clientId', 'client', toClient),
          ...typedAs('accountId', 'account', account),
          ...typedAs('siteId', 'site', site),
          ...typedAs('date', 'date', date),
          ...typedAs('reason', 'reason', reason),
        }
        const selection = await asTyped(typed, () => selectionOf(client, options))
        const input = {
          selection,
          to,
          date,
          reason,
          leaveScrapped: options.leaveScrapped === true,
          dryRun: dryRun === true,
          language: terminal.language,
        }
        const obstacle = await asTyped(typed, () => runTransfer(client, input, options.json === true, terminal))
        if (obstacle !== null) throw new CliFailure('cli.said', { line: obstacle })
      })
    })
}
