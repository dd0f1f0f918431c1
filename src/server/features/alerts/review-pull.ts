import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Place } from '#shared/alert-decisions.ts'
import type { Language } from '#shared/i18n/index.ts'
import { openBoard } from './board.ts'
import { readRules } from './rules.ts'

const everywhere: Place = { siteId: null, clientId: null, accountId: null, type: null }
const nothing = { count: 0, of: 0 }

/**
 * Open a `feed.failed` event with the reason `notRun` in each base whose feed could not be fetched or applied, or end
 * it when `problem` is null. A feed that was refused or too thin keeps its own event.
 */
export async function reviewPull(
  { db, timeZone }: { db: Kysely<Database>; timeZone: string },
  companyIds: readonly number[],
  problem: Record<Language, string> | null,
  now: Date,
): Promise<void> {
  for (const companyId of companyIds) {
    await db.transaction().execute(async (trx) => {
      const rule = (await readRules(trx, [companyId], ['feed.failed'])).find(
        ({ siteId, clientId, accountId, type }) =>
          siteId === null && clientId === null && accountId === null && type === null,
      )
      const board = await openBoard(trx, { companyIds: [companyId], now, timeZone, batchId: null })
      const known = board.at(companyId, 'feed.failed', everywhere)
      const event = known?.resolved ? undefined : known
      if (problem === null || !rule?.enabled) {
        if (event?.detail.reason === 'notRun') board.end(event, null)
      } else if (event === undefined) board.open(rule, everywhere, nothing, { reason: 'notRun', text: problem })
      else if (event.detail.reason === 'notRun')
        board.see(event, rule, nothing, { detail: { reason: 'notRun', text: problem } })
      await board.settle('found')
    })
  }
}
