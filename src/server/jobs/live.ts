import type { Logger } from 'pino'
import { type AbsenceParts, judgeAbsence } from '#server/features/live/absence.ts'
import { closeHours } from '#server/features/live/close-hours.ts'

type LiveTick = (now: Date) => Promise<void>

/**
 * What the clock of the process does for the live door each minute: machines that are missed go offline, and hours that are over are written.
 * A site that is silent as a whole changes no machine; it is told to the log until events take it up (kind `site.silent`).
 */
export function liveTick(parts: AbsenceParts, logger: Pick<Logger, 'info' | 'warn'>): LiveTick {
  let known = new Set<number>()
  return async (now) => {
    const { offline, silent } = await judgeAbsence(parts, now)
    if (offline > 0) logger.info({ offline }, 'machines that have stopped reporting are offline')
    const sites = silent.map(({ siteId }) => siteId)
    const fresh = sites.filter((siteId) => !known.has(siteId))
    if (fresh.length > 0) logger.warn({ sites: fresh }, 'sites have stopped reporting')
    known = new Set(sites)
    const hours = await closeHours(parts, now)
    if (hours > 0) logger.info({ machineHours: hours }, 'hours of machines written')
  }
}
