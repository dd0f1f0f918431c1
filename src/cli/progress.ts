import type { CliWord } from '#shared/i18n/cli.ts'
import { isQuiet } from './output.ts'
import type { Terminal } from './settings.ts'

export type Progress = {
  /** `total` = how many there will be, where that is known. */
  show(label: string, done: number, total?: number): void
  /** Takes the line away. */
  clear(): void
}

const betweenMs = 100
const second = 1_000

/** Whether somebody watches a terminal that can draw a line anew. */
const isWatched = (): boolean => process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !isQuiet()

/** One line on standard error with count, rate and what is left, only where somebody watches it. */
export function createProgress({ say, language }: Terminal): Progress {
  const figures = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en')
  const figure = (value: number) => figures.format(Math.round(value))
  let begun = 0
  let shown = 0
  let label = ''
  const watched = isWatched()
  return {
    show(now, done, total) {
      const at = Date.now()
      if (!watched || (now === label && at - shown < betweenMs)) return
      if (now !== label) begun = at
      label = now
      shown = at
      const rate = done / Math.max((at - begun) / second, 1 / second)
      const parts = [total ? `${figure(done)}/${figure(total)} ${Math.floor((100 * Math.min(done, total)) / total)} %` : figure(done)]
      if (at - begun >= second) {
        parts.push(say('cli.progress.rate', { rate: figure(rate) }))
        if (total && total > done && rate > 0) parts.push(say('cli.progress.left', { seconds: figure((total - done) / rate) }))
      }
      process.stderr.write(`\r\x1b[K${label} ${parts.join(' · ')}`)
    },
    clear() {
      if (watched && shown > 0) process.stderr.write('\r\x1b[K')
      shown = 0
      label = ''
    },
  }
}

const kibibyte = 1024
/** The chunks as they are, with the KiB that have passed. */
export async function* withProgress(
  chunks: AsyncIterable<string | Uint8Array>,
  terminal: Terminal,
  label: CliWord,
): AsyncGenerator<string | Uint8Array, void, unknown> {
  const progress = createProgress(terminal)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      progress.show(`${terminal.say(label)} (KiB)`, bytes / kibibyte)
      yield chunk
    }
  } finally {
    progress.clear()
  }
}
