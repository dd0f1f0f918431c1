import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { openDay } from '#server/features/dailies/open-day.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import type { PlannedRow } from '#server/features/feeds/plan-line.ts'
import { type Chunk, chunkLists, devicesOf, type FleetDevice } from '#server/features/feeds/read-fleet.ts'
import { loadPlaceBook, type PlaceBook } from '#server/services/places/place-book.ts'
import { businessDay } from '#shared/business-time.ts'
import { absentMinutes, quietMinutes } from '#shared/live.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { transition } from '#shared/transitions.ts'
import { openLiveBatch } from './live-batch.ts'
import { lockForReports, type ReportingSite, reportingSites } from './live-site.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { writeLive } from './write-live.ts'

const minute = 60_000
/** Sites without a report for longer than this are not checked. */
const watchedMs = 3 * 86_400_000

export type AbsenceParts = { db: Kysely<Database>; config: { timeZone: string; databaseUrl: string | null } }
/** `silent`: sites without a report for `absentMinutes`, whose machines keep their states; `reporting`: the others. */
type Absence = { offline: number; silent: ReportingSite[]; reporting: ReportingSite[] }

/** Return when the site last reported: the earlier of its machines' clock and the server's clock. */
const lastReportOf = ({ lastReportAt, receivedAt }: ReportingSite): number =>
  Math.min(lastReportAt.getTime(), receivedAt.getTime())

/** Return machines whose newest report came by the live interface and is too old, although their site still reports. */
async function missedMachines(
  trx: Transaction<Database>,
  { siteId, companyId, aliveSince }: ReportingSite,
  now: Date,
): Promise<FleetDevice[]> {
  const since = new Date(now.getTime() - absentMinutes * minute)
  if (aliveSince > since) return []
  const { rows } = await sql<Chunk | { id: null }>`select ${chunkLists()} from (
    select * from device where company_id = ${companyId} and site_id = ${siteId} and state <= 'warn' and live_at = last_report_at and live_at < ${since}::timestamptz
    order by id) d`.execute(trx)
  const [chunk] = rows
  return !chunk || chunk.id === null ? [] : devicesOf(chunk, () => companyId)
}

/** Plan the change of a machine without a report by the state rules, as for an absent machine of a feed. */
function absentRow(device: FleetDevice, rules: HashRules): PlannedRow | null {
  const telemetry = { reported: false, activeWorkerState: false, hashRate: null, alarm: false }
  const decided = transition(device, { cause: 'feed', telemetry, afterReturn: false }, rules)
  if (decided.kind !== 'change') return null
  return {
    before: device,
    after: { ...device, state: decided.to },
    dayBefore: device.state,
    dayState: decided.to,
    siteId: device.siteId ?? 0,
    ...{
      reported: false,
      hashRate: null,
      compliant: false,
      ever: true,
      moved: false,
      measured: false,
      facts: null,
      kind: 'absent',
    },
  }
}

async function judgeSite(
  trx: Transaction<Database>,
  site: ReportingSite,
  { companies, keepsSumsOfAll }: Pick<PlaceBook, 'companies' | 'keepsSumsOfAll'>,
  { config }: AbsenceParts,
  now: Date,
): Promise<number> {
  const { siteId, companyId } = site
  const siteName = companies.get(siteId)?.name ?? ''
  await lockForReports(trx, companyId)
  const missed = await missedMachines(trx, site, now)
  if (missed.length === 0) return 0
  const rules = await readHashRules(trx)
  const rows = missed.flatMap((device) => absentRow(device, rules) ?? [])
  if (rows.length === 0) return 0
  const embedded = config.databaseUrl === null
  const day = businessDay(now, config.timeZone)
  await openDay(trx, [companyId], { day, rules, embedded })
  const territory = { everything: false, companyIds: [companyId], siteIds: [siteId], clientId: null, accountId: null }
  const live = { siteId, tenantId: companyId, territory }
  const batch = await openLiveBatch(trx, live, now, day)
  const keeping = {
    batchId: batch.id,
    companyIds: [companyId],
    day,
    today: day,
    restated: false,
    embedded,
    // The tenants are on several database nodes.
    spread: !keepsSumsOfAll,
  }
  await writeLive(trx, { rows, conflicts: [] }, [], { site: live, siteName, batch, keeping, rules, now })
  return rows.length
}

/**
 * Set machines offline that have not reported for `absentMinutes` although their site does. Each site has its own
 * transaction, under the lock of its reports. A site without any report may be disconnected or catching up, so its
 * machines keep their states.
 */
export async function judgeAbsence(parts: AbsenceParts, now: Date): Promise<Absence> {
  const { db } = parts
  const sites = await reportingSites(db, new Date(now.getTime() - watchedMs))
  const absence: Absence = { offline: 0, silent: [], reporting: [] }
  if (sites.length === 0) return absence
  const book = await loadPlaceBook(db)
  for (const site of sites) {
    const quietMs = now.getTime() - lastReportOf(site)
    const list = quietMs > absentMinutes * minute ? absence.silent : absence.reporting
    list.push(site)
    if (quietMs > quietMinutes * minute) continue
    absence.offline += await retryConflicts(() =>
      db.transaction().execute((trx) => judgeSite(trx, site, book, parts, now)),
    )
  }
  return absence
}
