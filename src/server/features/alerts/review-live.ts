import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { ruleAt } from '#shared/alert-decisions.ts'
import { openBoard } from './board.ts'
import { inService, readFigures } from './figures.ts'
import { atSite, whole } from './review-time.ts'
import { readRules } from './rules.ts'

/** The sites of one base that report by the live endpoint: those that have stopped, and those that report. */
export type LiveSites = { companyId: number; silent: readonly number[]; reporting: readonly number[] }
type Parts = { db: Kysely<Database>; timeZone: string }

/**
 * Open a `site.silent` event for each site that has stopped reporting by the live endpoint, and end it for each that
 * reports again. The hour of the rule does not matter here. Sites in neither list keep their events. A base that has
 * disabled the rule gets no event.
 */
export async function reviewLiveSites(
  { db, timeZone }: Parts,
  { companyId, silent, reporting }: LiveSites,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rules = (await readRules(trx, [companyId], ['site.silent'])).filter(whole)
    const board = await openBoard(trx, { companyIds: [companyId], now, timeZone, batchId: null })
    const again = new Set(reporting)
    for (const event of board.events('site.silent'))
      if (event.detail.live && event.siteId !== null && again.has(event.siteId)) board.end(event, null)
    const machines = new Map(
      (await readFigures(trx, [companyId], silent)).map((site) => [site.siteId, inService(site)]),
    )
    for (const siteId of silent) {
      const rule = ruleAt(rules, siteId)
      const count = machines.get(siteId) ?? 0
      const known = board.at(companyId, 'site.silent', atSite(siteId))
      if (rule?.enabled && count > 0 && (known === undefined || known.resolved))
        board.open(rule, atSite(siteId), { count, of: count }, { live: true })
    }
    await board.settle('found')
  })
}
