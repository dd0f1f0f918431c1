import type { Logger } from 'pino'

export type Beat = {
  /** Works until nothing is due; what is under way is waited for. */
  flush(): Promise<void>
  close(): Promise<void>
}
type Working = {
  everyMs: number
  logger: Pick<Logger, 'warn'>
  /** What the log says of the first of several failures. */
  failed: string
  /** What a beat does; `signal` = it is to end. @returns false where there was nothing to do, which says nothing of whether it would go well */
  work(signal: AbortSignal): Promise<boolean>
}

/** Work that is looked for again and again, once at a time; a failure waits for the next beat. */
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
        // A database that is away would fill the log.
        if (!failing) logger.warn({ reason: error instanceof Error ? error.message : String(error) }, failed)
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
