import { readMiner } from './cgminer.ts'
import { type CollectedReport, reportOf, type SerialList } from './report-of.ts'
import { type Door, type Sent, sendReports } from './send.ts'
import type { Spool } from './spool.ts'

export type CollectSettings = {
  addresses: readonly string[]
  port: number
  /** Number of machines queried in parallel. */
  concurrency: number
  timeoutMs: number
  serials: SerialList
  door: Door
  spool: Spool
  clock: () => Date
}

/**
 * The result of a round. `silent` = addresses without a responding miner; `unnamed` = machines whose serial is unknown.
 */
export type Round = {
  found: number
  silent: number
  unnamed: string[]
  accepted: number
  refused: { serial: string | null; text: string }[]
  /**
   * Files that the server has not accepted yet, those that it never will, and those deleted because the disk space is
   * used up.
   */
  waiting: number
  rejected: number
  dropped: number
  /** Why sending stopped, or why the server refused a file; null = neither. */
  problem: string | null
}

const mostListed = 20

/** Query every address, a few at a time; an address without a response costs only its timeout. */
async function collect(
  { addresses, port, concurrency, timeoutMs, serials, clock }: CollectSettings,
  signal: AbortSignal,
) {
  const reports: CollectedReport[] = []
  const unnamed: string[] = []
  let silent = 0
  let next = 0
  async function work(): Promise<void> {
    for (let address = addresses[next++]; address !== undefined && !signal.aborted; address = addresses[next++]) {
      try {
        const answers = await readMiner({ host: address, port, timeoutMs })
        const report = reportOf(address, answers, serials, clock())
        if (report === null) silent += 1
        else if (report === 'noSerial') unnamed.push(address)
        else reports.push(report)
      } catch {
        silent += 1
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, addresses.length) }, work))
  return { reports, unnamed, silent }
}

/** Send the waiting files, the oldest first, until the server asks to retry later. */
async function flush({ door, spool }: CollectSettings, round: Round, signal: AbortSignal): Promise<void> {
  for (const name of await spool.waiting()) {
    if (signal.aborted) break
    const sent: Sent = await sendReports(door, await spool.read(name))
    if (sent.kind === 'taken') {
      round.accepted += sent.answer.accepted
      for (const { serial, text } of sent.answer.errors)
        if (round.refused.length < mostListed) round.refused.push({ serial, text })
    } else if (sent.kind === 'refused') {
      round.rejected += 1
      round.problem = sent.message
    } else {
      round.problem = sent.message
      break
    }
    await spool.remove(name)
  }
  round.waiting = (await spool.waiting()).length
}

/**
 * Run one round: all readings are on the disk before any of them is sent, so that a failure of the server, the network
 * or this process loses nothing.
 */
export async function collectOnce(settings: CollectSettings, signal: AbortSignal): Promise<Round> {
  const { reports, unnamed, silent } = await collect(settings, signal)
  const dropped = reports.length === 0 ? 0 : await settings.spool.keep(reports)
  const round: Round = {
    found: reports.length,
    silent,
    unnamed,
    accepted: 0,
    refused: [],
    waiting: 0,
    rejected: 0,
    dropped,
    problem: null,
  }
  await flush(settings, round, signal)
  return round
}
