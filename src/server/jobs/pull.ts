import { dueSources, keepOperatorSource, type Pulling, pullSource } from '#server/features/feed-sources/pull.ts'

export type Puller = {
  /** Fetches what is due, and waits for what is under way. */
  flush(): Promise<void>
  close(): Promise<void>
}

const usualEveryMs = 10_000
/** One process at a time fetches, one source after the other: a feed is a transaction of its base. */
const leaseName = 'feed-sources'

/** Fetches feeds when their time comes, on whichever process is first. */
export function startPuller({ everyMs = usualEveryMs, ...pulling }: Pulling & { everyMs?: number }): Puller {
  const { db, config, services, clock } = pulling
  let under: Promise<void> | null = null
  let closed = false
  let failing = false
  let kept = false

  async function work(): Promise<void> {
    if (!kept) await keepOperatorSource(db, config, clock())
    kept = true
    if ((await dueSources(db, clock())).length === 0) return
    const giveBack = await services.leases.take(leaseName, 1)
    if (!giveBack) return
    try {
      for (const source of await dueSources(db, clock())) {
        if (closed) return
        const state = await pullSource(pulling, source)
        services.logger.info({ source: source.id, state }, 'feed fetched')
      }
    } finally {
      await giveBack()
    }
    failing = false
  }
  function flush(): Promise<void> {
    if (closed) return under ?? Promise.resolve()
    under ??= work()
      .catch((error: unknown) => {
        // A database that is away would fill the log.
        if (!failing) services.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'feeds could not be fetched')
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
      closed = true
      clearInterval(timer)
      await under
    },
  }
}
