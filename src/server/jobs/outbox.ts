import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { writeDigests } from '#server/features/deliveries/digest.ts'
import { beginDue, type Sending } from '#server/features/deliveries/send-due.ts'
import { type Spreading, spreadNotices } from '#server/features/deliveries/spread-notices.ts'
import { messageOf } from '#shared/errors.ts'
import { type Beat, startBeat } from './beat.ts'

const usualEveryMs = 2_000
/** Escalation steps and times of digests have a resolution of minutes. */
const stepsEveryMs = 30_000
/**
 * Maximum rounds without a pause: the rest waits for the next beat, so that a channel that keeps filling does not
 * prevent its end.
 */
const mostRounds = 50
/** Maximum number of channels with messages in progress; each has at most twenty. */
const mostUnderWay = 64

/**
 * Convert event notices into messages and send those that are due, every two seconds, on each process; a message is
 * claimed by one process. A failure is retried.
 */
export function startOutbox({
  db,
  everyMs = usualEveryMs,
  places,
  config,
  ...sending
}: Sending & Spreading & { db: Kysely<Database>; everyMs?: number }): Beat {
  let stepsFrom = 0
  const underWay = new Map<number, Promise<void>>()

  /** Start sending to channels without messages in progress. @returns to how many */
  async function sendFurther(): Promise<number> {
    if (underWay.size >= mostUnderWay) return 0
    const begun = await beginDue(db, sending, [...underWay.keys()])
    for (const { channelId, sent } of begun) {
      const over = sent
        .catch((error: unknown) =>
          sending.logger.warn({ channelId, reason: messageOf(error) }, 'messages could not be sent'),
        )
        .finally(() => underWay.delete(channelId))
      underWay.set(channelId, over)
    }
    return begun.length
  }

  async function work(signal: AbortSignal): Promise<boolean> {
    for (let round = 0; round < mostRounds && !signal.aborted; round++) {
      const withSteps = sending.clock().getTime() >= stepsFrom
      if (withSteps) stepsFrom = sending.clock().getTime() + stepsEveryMs
      if (withSteps) await writeDigests(db, { places, config, clock: sending.clock })
      const noticed = await spreadNotices(db, { places, config, clock: sending.clock }, withSteps)
      if (noticed + (await sendFurther()) === 0) break
    }
    return true
  }
  const beat = startBeat({ everyMs, logger: sending.logger, failed: 'messages could not be sent', work })
  const sent = () => Promise.all(underWay.values())
  return {
    async flush() {
      do {
        await sent()
        // The current round may have skipped channels that have answered since.
        await beat.flush()
        await beat.flush()
      } while (underWay.size > 0)
    },
    async close() {
      await beat.close()
      await sent()
    },
  }
}
