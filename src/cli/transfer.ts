import type { TransferAnswer } from '#shared/transfers.ts'
import type { Client } from './connect.ts'
import { say as print, remark, sayJson, sayTable, warn } from './output.ts'
import { ownerText } from './owner-text.ts'
import type { Terminal } from './settings.ts'
import { zoned } from './zoned.ts'

type TransferInput = Parameters<Client['transfers']['save']['mutate']>[0]

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))
const percent = (value: number | null): string => (value === null ? '–' : `${value.toFixed(2)} %`)

/** Print the result of a transfer or its dry run: machines by owner, days, and the gains and losses of each place. */
function sayTransfer(answer: TransferAnswer, { say }: Terminal): void {
  const { groups, groupCount, shares, statements, refused, unchanged, left, date, moved, machineDays, batchId } = answer
  for (const { from, to, count } of groups)
    print(say('cli.feed.transfer', { from: ownerText(from), to: ownerText(to), count }))
  if (groupCount > groups.length) remark(say('cli.feed.more', { count: groupCount - groups.length }))
  sayTable(
    shares.map(({ kind, name, machines, machineDays: days, rates }) => [
      say(`cli.transfer.${kind}`),
      name,
      say('cli.transfer.machines', { machines: signed(machines) }),
      say('cli.transfer.days', { days: signed(days) }),
      say('cli.transfer.online', { before: percent(rates.online.before), after: percent(rates.online.after) }),
    ]),
  )
  for (const { client, month, machineDays: days } of statements)
    print(say('cli.transfer.statement', { client, month, days: signed(days) }))
  if (unchanged > 0) remark(say('cli.transfer.unchanged', { count: unchanged }))
  if (left > 0) remark(say('cli.transfer.left', { count: left }))
  for (const { text, count, serials } of refused)
    warn(say('cli.transfer.refused', { text, count, serials: serials.join(', ') }))
  const values = { count: moved, date, days: machineDays, batch: batchId ?? '-' }
  print(say(answer.dryRun ? 'cli.transfer.would' : 'cli.transfer.done', values))
}

/**
 * Transfer machines, or print what that would do. @returns the obstacle of a transfer's dry run, as text; null = none
 */
export async function runTransfer(
  client: Client,
  input: TransferInput,
  json: boolean,
  terminal: Terminal,
): Promise<string | null> {
  const answer = await client.transfers.save.mutate(input)
  if (json) sayJson(await zoned(client, answer))
  else sayTransfer(answer, terminal)
  return answer.obstacle
}
