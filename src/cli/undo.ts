import { word } from '#shared/i18n/index.ts'
import type { Client } from './connect.ts'
import { CliFailure, isMissing } from './failure.ts'
import { say as print, sayJson, warn } from './output.ts'
import type { Terminal } from './settings.ts'
import { sayMachines, sayStateChanges } from './state-changes.ts'
import { zoned } from './zoned.ts'

type UndoInput = Parameters<Client['feeds']['undo']['mutate']>[0]

const shownMachines = 20

/**
 * Undo a batch for all machines that have not changed since, or print what that would do; list the other machines, with
 * advice.
 */
export async function runUndo(
  client: Client,
  input: UndoInput,
  json: boolean,
  { language, say }: Terminal,
): Promise<void> {
  const result = await client.feeds.undo.mutate(input).catch((error: unknown) => {
    // Without a number the newest batch is meant.
    throw input.id === undefined && isMissing(error) ? new CliFailure('cli.devices.noBatch') : error
  })
  const { batchId, businessDate, total, undone, kept, restored, removed, machines, back, reasons } = result
  // The lists end at a thousand machines: a program must see that it does not have all.
  const leftOut = { backLeftOut: undone - back.length, machinesLeftOut: kept - machines.length }
  if (json) return sayJson({ ...(await zoned(client, result)), ...leftOut })
  sayStateChanges(result.transitions, language)
  if (result.dryRun) {
    sayMachines(back.slice(0, shownMachines), language)
    const more = undone - Math.min(back.length, shownMachines)
    if (more > 0) print(say('cli.devices.moreBack', { count: more }))
  }
  if (kept > 0)
    warn(
      say('cli.devices.kept', {
        count: kept,
        reasons: reasons.map(({ text }) => text).join(word(language, 'feed.question.between')),
      }),
    )
  for (const { serial, happened, whatToDo } of machines.slice(0, shownMachines))
    warn(say('cli.devices.keptMachine', { serial, happened, whatToDo }))
  if (kept > Math.min(machines.length, shownMachines))
    warn(say('cli.devices.moreBack', { count: kept - Math.min(machines.length, shownMachines) }))
  if (result.transfers) warn(`${word(language, 'batch.transfersStay')} ${result.transfers.join(', ')}`)
  const values = { batch: batchId, date: businessDate, restored, removed, undone: total - kept, total }
  print(say(result.dryRun ? 'cli.devices.wouldUndo' : 'cli.devices.undone', { ...values, count: undone }))
}
