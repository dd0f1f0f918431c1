import type { Logger } from 'pino'
import { type LiveSites, reviewLiveSites } from '#server/features/alerts/review-live.ts'
import { closeHours } from '#server/features/live/close-hours.ts'
import { type AbsenceParts, judgeAbsence } from '#server/features/live/offline-after-silence.ts'

type LiveTick = (now: Date) => Promise<void>
type Judged = Awaited<ReturnType<typeof judgeAbsence>>

function byCompany({ silent, reporting }: Pick<Judged, 'silent' | 'reporting'>): LiveSites[] {
  const ids = (sites: Judged['silent'], companyId: number) =>
    sites.filter((site) => site.companyId === companyId).map(({ siteId }) => siteId)
  const companies = [...new Set([...silent, ...reporting].map(({ companyId }) => companyId))].sort(
    (left, right) => left - right,
  )
  return companies.map((companyId) => ({
    companyId,
    silent: ids(silent, companyId),
    reporting: ids(reporting, companyId),
  }))
}

/**
 * Create the work of each minute for live reports: set missing machines offline, open an event (`site.silent`) for a
 * silent site without changing its machines, and write completed hours.
 */
export function liveTick(parts: AbsenceParts, logger: Pick<Logger, 'info'>): LiveTick {
  /** The state of each base at its last check: a base whose sites all still report is not queried again. */
  const judged = new Map<number, string>()
  return async (now) => {
    const { offline, silent, reporting } = await judgeAbsence(parts, now)
    if (offline > 0) logger.info({ offline }, 'machines that have stopped reporting are offline')
    for (const sites of byCompany({ silent, reporting })) {
      const said = JSON.stringify(sites)
      if (sites.silent.length === 0 && judged.get(sites.companyId) === said) continue
      await reviewLiveSites({ db: parts.db, timeZone: parts.config.timeZone }, sites, now)
      judged.set(sites.companyId, said)
    }
    const hours = await closeHours(parts, now)
    if (hours > 0) logger.info({ machineHours: hours }, 'hours of machines written')
  }
}
