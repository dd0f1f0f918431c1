import type { Logger } from 'pino'
import { messageOf } from '#shared/errors.ts'

export type Beat = {
  /** Work until nothing is due, and wait for the work in progress. */
  flush(): Promise<void>
  close(): Promise<void>
}
type Working = {
  everyMs: number
  logger: Pick<Logger, 'warn'>
  /** The log message for the first of several failures. */
  failed: string
  /**
   * Do the work of one beat; `signal` = stop.
   * @returns false when there was nothing to do, so that this success does not end a failure
   */
  work(signal: AbortSignal): Promise<boolean>
}

/** Repeat work at an interval, never twice at a time; a failure waits for the next beat. */
export function startBeat({ everyMs, logger, failed, work }: Working): Beat {
  const closed = new AbortController()
  let under: Promise<void> | null = null
  let failing = false

  async function once(): Promise<void> {
    if (await work(closed.signal)) failing = false
  }
  function flush(): Promise<void> {
    if (closed.signal.aborted) return under ?? Promise.resolve()
    under ??= once()
      .catch((error: unknown) => {
        // Log the first failure only: an unreachable database would fill the log.
        if (!failing) logger.warn({ reason: messageOf(error) }, failed)
        failing = true
      })
      .finally(() => {
        under = null
      })
    return under
  }
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return {
    flush,
    async close() {
      closed.abort()
      clearInterval(timer)
      await under
    },
  }
}
