import type { FilePart } from '#shared/files.ts'
import type { CliWord } from '#shared/i18n/cli.ts'
import { isQuiet } from './output.ts'
import type { Terminal } from './settings.ts'

export type Progress = {
  /** `total` = the final count, if it is known. */
  show(label: string, done: number, total?: number): void
  /** Remove the line. */
  clear(): void
}

const betweenMs = 100
const second = 1_000

/** Is standard error a terminal that can redraw a line? */
const isWatched = (): boolean => process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !isQuiet()

type State = { label: string; done: number; total: number | undefined; begun: number }

/**
 * Show one line on standard error with count, rate and remaining time, or the elapsed time if the total is unknown;
 * only on a terminal.
 */
export function createProgress({ say, language }: Terminal): Progress {
  const figures = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en')
  const figure = (value: number) => figures.format(Math.round(value))
  let state: State | null = null
  let drawn = 0
  let clock: NodeJS.Timeout | undefined
  function partsOf({ done, total, begun }: State): string[] {
    const seconds = (Date.now() - begun) / second
    const parts = total
      ? [`${figure(done)}/${figure(total)} ${Math.floor((100 * Math.min(done, total)) / total)} %`]
      : done > 0
        ? [figure(done)]
        : []
    if (seconds < 1) return parts
    if (done === 0) return [...parts, say('cli.progress.passed', { seconds: figure(seconds) })]
    const rate = done / seconds
    parts.push(say('cli.progress.rate', { rate: figure(rate) }))
    if (total && total > done) parts.push(say('cli.progress.left', { seconds: figure((total - done) / rate) }))
    return parts
  }
  function draw(): void {
    if (!state) return
    drawn = Date.now()
    process.stderr.write(`\r\x1b[K${[state.label, partsOf(state).join(' · ')].filter((text) => text !== '').join(' ')}`)
  }
  const watched = isWatched()
  return {
    show(label, done, total) {
      if (!watched) return
      const isNew = label !== state?.label
      state = { label, done, total, begun: state && !isNew ? state.begun : Date.now() }
      clock ??= setInterval(draw, second).unref()
      if (isNew || Date.now() - drawn >= betweenMs) draw()
    },
    clear() {
      clearInterval(clock)
      clock = undefined
      if (state) process.stderr.write('\r\x1b[K')
      state = null
    },
  }
}

const kibibyte = 1024
/** Pass on the parts of a backup, and show the KiB so far and the remaining ones. */
export async function* withProgress(
  parts: AsyncIterable<FilePart>,
  terminal: Terminal,
  label: CliWord,
): AsyncGenerator<FilePart, void, unknown> {
  const progress = createProgress(terminal)
  const text = `${terminal.say(label)} (KiB)`
  let kibibytes = 0
  progress.show(text, 0)
  try {
    for await (const part of parts) {
      if ('base64' in part) {
        kibibytes += Buffer.byteLength(part.base64, 'base64') / kibibyte
        progress.show(text, kibibytes, part.share ? kibibytes / part.share : undefined)
      }
      yield part
    }
  } finally {
    progress.clear()
  }
}

/** Run work with a single response, and show the number of its lines meanwhile. */
export async function whileShown<Result>(
  terminal: Terminal,
  label: CliWord,
  lines: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(terminal)
  progress.show(`${terminal.say(label)} (${lines})`, 0)
  try {
    return await work()
  } finally {
    progress.clear()
  }
}
