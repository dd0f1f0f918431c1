import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { headquartersOf } from '#server/services/places/place-book.ts'
import { businessDay } from '#shared/business-time.ts'
import { withKeptErrors } from '#shared/feed.ts'
import { countSites, writeSites } from './batch-sites.ts'
import { dayLists } from './day-lists.ts'
import { forgetBefore } from './forget-before.ts'
import { removePositions, writeGivenFacts } from './given-facts.ts'
import { type BeforeKeeping, keepBefore } from './keep-before.ts'
import { lateTransfers } from './late-transfers.ts'
import { isOnlyMeasured } from './measured-row.ts'
import type { FeedSource } from './open-source.ts'
import { meanwhile, type PlannedFeed, type ReadFeed, type Run } from './plan-feed.ts'
import type { PlannedRow } from './plan-line.ts'
import { restateDay, writeCoverage, writeToday } from './write-day.ts'
import {
  measurementLists,
  writeConflicts,
  writeFeedStates,
  writeMeasurements,
  writeMoves,
  writeNewDevices,
} from './write-devices.ts'
import { writeLateOwners } from './write-late-owners.ts'

/** Return the tenant that owns the batch. A feed over several tenants belongs to headquarters. */
function batchCompany({ caller, book }: Run): number {
  const [only, another] = caller.territory.companyIds
  if (only !== undefined && another === undefined) return only
  return headquartersOf(book)
}

const noCounts = { created: 0, updated: 0, unchanged: 0, conflict: 0, refused: 0 }

/** Create the batch for everything that the feed writes. `closeBatch` stores what the feed was and its result. */
export async function openBatch(trx: Transaction<Database>, run: Run, source: FeedSource): Promise<number> {
  const { id } = await trx
    .insertInto('import_batch')
    .values({
      company_id: batchCompany(run),
      company_ids: [...run.caller.territory.companyIds],
      site_ids: run.caller.territory.siteIds && [...run.caller.territory.siteIds],
      user_id: run.caller.userId,
      actor: run.caller.actor,
      source: source.kind,
      file_name: source.fileName,
      business_date: businessDay(run.now, run.parts.config.timeZone),
      ...{ read: 0, ...noCounts },
      result: '{}',
      create_time: run.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Store in the batch what the feed was and its result. For a feed whose lines were all refused, nothing else is
 * written.
 */
export async function closeBatch(
  trx: Transaction<Database>,
  batchId: number,
  { feed, result }: PlannedFeed,
): Promise<void> {
  const { created, updated, unchanged, conflict, refused } = result
  const resultJson = JSON.stringify({ ...withKeptErrors(result), dryRun: false })
  const { read, businessDate: business_date, restated } = feed
  await trx
    .updateTable('import_batch')
    .set({ read, business_date, restated, created, updated, unchanged, conflict, refused, result: resultJson })
    .where('id', '=', batchId)
    .execute()
}

/** Return which values of the fleet the batch keeps for an undo. */
export function keepingOf({ parts, caller, now }: Run, { feed }: ReadFeed, batchId: number): BeforeKeeping {
  const embedded = parts.config.databaseUrl === null
  const spread = caller.territory.spread === true
  const today = businessDay(now, parts.config.timeZone)
  return {
    batchId,
    companyIds: caller.territory.companyIds,
    day: feed.businessDate,
    today,
    restated: feed.restated,
    embedded,
    spread,
  }
}

/**
 * Return the rows of the day: first those of known devices, then those of new ones, which get their ids only while the
 * feed is written.
 */
function reportedRows(rows: readonly PlannedRow[]): PlannedRow[][] {
  const reported = rows.filter((row) => row.reported !== null || row.moved)
  const isKnown = ({ before }: PlannedRow) => before.id !== 0
  return [reported.filter(isKnown), reported.filter((row) => !isKnown(row))]
}

/**
 * Write the plan, except for the rows that `measuredWriter` has queued.
 * @param measured resolves when those rows are written, with the number of parts kept
 */
export async function writeFeed(
  trx: Transaction<Database>,
  run: Run,
  keeping: BeforeKeeping,
  planned: PlannedFeed,
  measured: () => Promise<number>,
): Promise<void> {
  const { parts, now, rules, caller, book } = run
  const { feed, lines, absent, devices, sameOwners, stored } = planned
  const { batchId, companyIds, embedded, spread, today } = keeping
  const origin = { at: now, userId: caller.userId, batchId }
  const all = [...lines.rows, ...absent.rows]
  const [kept, { sites, reported }] = await meanwhile(measured(), async () => ({
    sites: await countSites(all),
    reported: reportedRows(all),
  }))
  const rows = feed.restated ? all : all.filter((row) => !isOnlyMeasured(row))
  await keepBefore(trx, rows, keeping, kept)
  await writeNewDevices(trx, lines.rows, origin)
  const positionsRemoved = await removePositions(trx, lines.rows, companyIds)
  if (feed.facts || positionsRemoved) await writeGivenFacts(trx, lines.rows, batchId)
  const live = async () => {
    if (feed.restated) return
    await writeMoves(trx, rows, origin, feed.businessDate, spread)
    await writeMeasurements(trx, measurementLists(rows, keeping), now)
    await writeFeedStates(trx, rows, origin)
  }
  const [, lists] = await meanwhile(live(), () => dayLists(reported, keeping))
  await writeConflicts(trx, lines.conflicts, batchId, now)
  const day = {
    companyIds,
    devices,
    sameOwners,
    day: feed.businessDate,
    today,
    timeZone: parts.config.timeZone,
    batchId,
    rules,
    embedded,
    spread,
  }
  const moved = rows.filter((row) => row.moved)
  await (feed.restated ? restateDay(trx, lists, day) : writeToday(trx, lists, moved, day))
  const tenantOf = (siteId: number) => book.companies.get(siteId)?.tenantId ?? 0
  const coverage = absent.coverage.map((site) => ({ ...site, companyId: tenantOf(site.siteId) }))
  const named = new Set(lines.rows.map(({ siteId }) => siteId))
  await writeCoverage(trx, feed.businessDate, batchId, coverage, { stored, named })
  await writeSites(trx, batchId, sites)
  if (planned.owners.size > 0) {
    const batchOf = await writeLateOwners(trx, run, planned.owners, { batchId, date: feed.businessDate })
    planned.result.ownerBatches = [...new Set(batchOf.values())].sort((one, other) => one - other)
    planned.result.transfers = lateTransfers(
      planned.owners,
      feed.businessDate,
      { book, set: caller.territory, language: caller.language },
      batchOf,
    )
  }
  await forgetBefore(trx, batchId, companyIds, now)
  await closeBatch(trx, batchId, planned)
}
