import { dueSources, keepOperatorSource, type Pulling, pullSource } from '#server/features/feed-sources/pull.ts'
import { type Beat, startBeat } from './beat.ts'

const usualEveryMs = 10_000
/** One process at a time fetches, one source after the other: a feed is a transaction of its base. */
const leaseName = 'feed-sources'

/** Fetch feeds at their times, on the first process that gets the lease. */
export function startPuller({ everyMs = usualEveryMs, ...pulling }: Pulling & { everyMs?: number }): Beat {
  const { db, services, clock } = pulling
  let kept = false

  async function work(signal: AbortSignal): Promise<boolean> {
    if (!kept) await keepOperatorSource(pulling, clock())
    kept = true
    if ((await dueSources(db, clock())).length === 0) return false
    const giveBack = await services.leases.take(leaseName, 1)
    if (!giveBack) return false
    try {
      for (const source of await dueSources(db, clock())) {
        if (signal.aborted || giveBack.lost.aborted) return false
        const state = await pullSource({ ...pulling, lost: giveBack.lost }, source)
        services.logger.info({ source: source.id, state }, 'feed fetched')
      }
    } finally {
      await giveBack()
    }
    return true
  }
  return startBeat({ everyMs, logger: services.logger, failed: 'feeds could not be fetched', work })
}
