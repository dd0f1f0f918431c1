import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { Round } from '#cli/collect/collector.ts'
import { CliFailure, wrongUse } from '#cli/failure.ts'
import { interrupted } from '#cli/interrupt.ts'
import { say as print, remark, sayJson, warn } from '#cli/output.ts'
import type { Terminal } from '#cli/settings.ts'

type Options = {
  subnet: string[]
  to: string
  serials?: string
  every: number
  once?: true
  port: number
  concurrency: number
  timeout: number
  spool: string
  spoolMb: number
  json?: true
}

const listed = (text: string, earlier: string[] = []): string[] => [...earlier, text]

/** Create an option that takes a whole number. @throws CliFailure (wrong use) while the command line is parsed */
function wholeOption(flags: string, description: string, [least, most]: readonly [number, number]): Option {
  const option = new Option(flags, description)
  return option.argParser((value: string) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= least && number <= most))
      throw value === ''
        ? wrongUse('cli.option.empty', { option: option.name() })
        : wrongUse('cli.option.notBetween', { option: option.name(), value, least, most })
    return number
  })
}
const mebibyte = 1024 * 1024
const sendTimeoutMs = 60_000

/** Read lines with `address or MAC,serial`; a heading and blank lines are skipped. */
async function readSerials(path: string | undefined): Promise<Map<string, string>> {
  const serials = new Map<string, string>()
  if (path === undefined) return serials
  const { readInput } = await import('#cli/input.ts')
  for (const line of (await readInput(path)).toString('utf8').split(/\r?\n/)) {
    const [place = '', serial = ''] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^\uFEFF|^"|"$/g, ''))
    if (/^(\d{1,3}\.){3}\d{1,3}$/.test(place) || /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(place))
      serials.set(place.toUpperCase(), serial)
  }
  return serials
}

function tell({ say }: Terminal, round: Round, { json, once }: Options): void {
  if (json) {
    sayJson(round)
    return
  }
  const { found, silent, unnamed, accepted, refused, waiting, rejected, dropped, problem } = round
  print(say('cli.collect.round', { found, silent, accepted, waiting }))
  if (unnamed.length > 0)
    remark(say('cli.collect.unnamed', { count: unnamed.length, addresses: unnamed.slice(0, 5).join(', ') }))
  for (const { serial, text } of refused) remark(say('cli.collect.refused', { serial: serial ?? '-', text }))
  // A single round fails with the problem.
  if (problem !== null && !once) warn(say('cli.collect.problem', { problem, waiting }))
  if (rejected + dropped > 0) warn(say('cli.collect.lost', { rejected, dropped }))
}

/**
 * Add the command collect: read miners by the cgminer API and report their measurements every few minutes, until it is
 * stopped.
 */
export function addCollectCommand(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('collect')
    .description(say('cli.collect'))
    .addOption(new Option('--subnet <subnet>', say('cli.collect.subnet')).argParser(listed).makeOptionMandatory())
    .requiredOption('--to <url>', say('cli.collect.to'))
    .option('--serials <file>', say('cli.collect.serials'))
    .addOption(wholeOption('--every <seconds>', say('cli.collect.every'), [30, 3_600]).default(300))
    .option('--once', say('cli.collect.once'))
    .addOption(wholeOption('--port <port>', say('cli.collect.port'), [1, 65_535]).default(4028))
    .addOption(wholeOption('--concurrency <count>', say('cli.collect.concurrency'), [1, 1_000]).default(64))
    .addOption(wholeOption('--timeout <seconds>', say('cli.collect.timeout'), [1, 60]).default(5))
    .option('--spool <folder>', say('cli.collect.spool'), './coldfleet-spool')
    .addOption(wholeOption('--spool-mb <mebibytes>', say('cli.collect.spoolMb'), [1, 100_000]).default(256))
    .option('--json', say('cli.option.json'))
    .action(async (options: Options, command: Command) => {
      const { token } = command.optsWithGlobals<{ token?: string }>()
      if (!token) throw wrongUse('cli.collect.tokenMissing')
      if (!(URL.canParse(options.to) && /^https?:/i.test(options.to)))
        throw wrongUse('cli.urlWrong', { option: 'to', value: options.to })
      const [{ addressesOf }, { collectOnce }, { openSpool }] = await Promise.all([
        import('#cli/collect/subnet.ts'),
        import('#cli/collect/collector.ts'),
        import('#cli/collect/spool.ts'),
      ])
      const addresses = addressesOf(options.subnet)
      if (!addresses) throw wrongUse('cli.collect.subnetWrong', { value: options.subnet.join(', ') })
      const settings = {
        ...{ addresses, port: options.port, concurrency: options.concurrency, timeoutMs: options.timeout * 1_000 },
        serials: await readSerials(options.serials),
        door: { url: options.to, token, timeoutMs: sendTimeoutMs, tokenRefused: say('cli.collect.tokenRefused') },
        spool: await openSpool(resolve(options.spool), options.spoolMb * mebibyte),
        clock: () => new Date(),
      }
      for (;;) {
        const began = Date.now()
        const round = await collectOnce(settings, interrupted)
        tell(terminal, round, options)
        if (options.once && round.problem !== null)
          throw new CliFailure('cli.collect.problem', { problem: round.problem, waiting: round.waiting })
        if (options.once || interrupted.aborted) return
        const left = options.every * 1_000 - (Date.now() - began)
        await wait(Math.max(0, left), undefined, { signal: interrupted }).catch(() => undefined)
        if (interrupted.aborted) return
      }
    })
}
