import { sql, type Transaction } from 'kysely'
import { booleans, doubles, integers, reals } from '#server/db/binary-array.ts'
import { isOneOf } from '#server/db/device-set.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { countTransitions } from '#server/features/feeds/feed-result.ts'
import { writeGivenFacts } from '#server/features/feeds/given-facts.ts'
import type { BeforeKeeping } from '#server/features/feeds/keep-before.ts'
import type { PlannedRow } from '#server/features/feeds/plan-line.ts'
import type { LinePlan } from '#server/features/feeds/plan-lines.ts'
import { byKeyOrHash } from '#server/features/feeds/planner-settings.ts'
import { recountCoverage } from '#server/features/feeds/recount-coverage.ts'
import { piecesOf } from '#server/features/feeds/statement-pieces.ts'
import { isStateChanged, writeConflicts, writeFeedStates, writeMoves } from '#server/features/feeds/write-devices.ts'
import { deviceStates } from '#shared/devices.ts'
import type { FeedError, SiteCoverage } from '#shared/feed.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { leastHashRate } from './day-figures.ts'
import { keepLive } from './keep-live.ts'
import { addToBatch, type LiveBatch } from './live-batch.ts'
import type { LiveSite } from './live-site.ts'

type LiveWriting = {
  site: LiveSite
  siteName: string
  batch: LiveBatch
  keeping: BeforeKeeping
  rules: HashRules
  now: Date
}

const instants = (rows: readonly PlannedRow[]) => sql`${doubles(rows.map(({ after }) => after.lastReportAt))}::float8[]`
const idsOf = (rows: readonly PlannedRow[]) => sql`${integers(rows.map(({ before }) => before.id))}::int[]`

/**
 * Write the measurements of machines that keep their state. `update_time` is the stamp of the batch, as in any feed.
 */
async function writeMeasured(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { keeping, batch }: LiveWriting,
): Promise<void> {
  const measured = rows.filter((row) => row.measured && !isStateChanged(row))
  const isWorkerChanged = ({ before, after }: PlannedRow) => after.activeWorkerState !== before.activeWorkerState
  for (const some of [measured.filter((row) => !isWorkerChanged(row)), measured.filter(isWorkerChanged)]) {
    for (const piece of piecesOf(some, keeping.embedded)) {
      // A statement that names no counted column leaves the counters alone (migration 0025).
      const worker = piece.some(isWorkerChanged) ? sql`, active_worker_state = m.active` : sql``
      await sql`${sql.raw(unnamedMark)}
        update device d set hash_rate = m.hash_rate, last_report_at = to_timestamp(m.reported_at / 1000), live_at = to_timestamp(m.reported_at / 1000),
          update_time = ${batch.stamp}::timestamptz${worker}
        from unnest(${idsOf(piece)}, ${reals(piece.map(({ after }) => after.hashRate))}::real[], ${instants(piece)},
          ${booleans(piece.map(({ after }) => after.activeWorkerState))}::boolean[]) as m(id, hash_rate, reported_at, active)
        where d.id = m.id and ${isOneOf('d.company_id', keeping.companyIds)}`.execute(trx)
    }
  }
}

/** Store that the report came by the live interface, for machines whose state it changes. */
async function writeLiveAt(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { keeping }: LiveWriting,
): Promise<void> {
  const reported = rows.filter((row) => row.measured && isStateChanged(row))
  if (reported.length === 0) return
  await sql`update device set live_at = last_report_at where id = any(${idsOf(reported)}) and ${isOneOf('company_id', keeping.companyIds)}`.execute(
    trx,
  )
}

/** The hash rate of the day: its mean, or the first figure if there is none. A machine that is off has none. */
const hash = sql`(case when s.day_state <= 'warn' and s.reported
  then case when r.reported and r.state <= 'warn' then coalesce(r.hash_avg, s.hash_rate) else s.hash_rate end end)`

const states = sql`${`{${deviceStates.join(',')}}`}::device_state[]`

/**
 * Update today's rows where the state, or whether the machine has reported, changes. The mean of the day is written
 * with the hours (`day-figures.ts`); until then, the first figure is used.
 * @returns whether the coverage of the site may have changed
 */
async function writeDay(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  { keeping, batch, rules }: LiveWriting,
): Promise<boolean> {
  const { companyIds, day, embedded } = keeping
  let changed = 0
  for (const piece of piecesOf(rows, embedded)) {
    const update = sql`${sql.raw(unnamedMark)}
      update device_daily r set state = s.day_state, reported = s.reported, ever_reported = r.ever_reported or s.ever, batch_id = ${batch.id}::int,
        hash_avg = ${hash}, compliant = coalesce(${hash}::float8 >= ${leastHashRate('r.type', rules)}, false)
      from (select id, company_id, reported, ever, hash_rate, (${states})[place] as day_state from
          unnest(${idsOf(piece)}, ${integers(piece.map(({ after }) => after.companyId))}::int[], ${booleans(piece.map((row) => row.reported))}::boolean[],
            ${booleans(piece.map((row) => row.ever))}::boolean[], ${reals(piece.map((row) => row.hashRate))}::real[],
            ${integers(piece.map((row) => deviceStates.indexOf(row.dayState) + 1))}::int[]) as dated(id, company_id, reported, ever, hash_rate, place)) s
      where r.company_id = s.company_id and r.business_date = ${day}::date and r.device_id = s.id and ${isOneOf('r.company_id', companyIds)}
        and (r.state, r.reported, r.ever_reported) is distinct from (s.day_state, s.reported, r.ever_reported or s.ever)`
    const written = await byKeyOrHash(trx, piece.length, () => update.execute(trx))
    changed += Number(written.numAffectedRows ?? 0)
  }
  return changed > 0
}

/** Recount the site's coverage of the day. An undo of a newer batch must also recount it. */
async function writeCoverage(
  trx: Transaction<Database>,
  { site, siteName, keeping, batch }: LiveWriting,
  absent: number,
): Promise<SiteCoverage[]> {
  const { siteId, tenantId } = site
  await recountCoverage(trx, tenantId, keeping.day, batch.id, [siteId])
  await sql`update import_before_day set coverage = 'null' where company_id = ${tenantId} and business_date = ${keeping.day}::date
    and batch_id > ${batch.id} and jsonb_typeof(coverage) = 'array'`.execute(trx)
  const { rows } = await sql<Pick<SiteCoverage, 'expected' | 'reported' | 'status'>>`
    select expected, reported, status from import_coverage where company_id = ${tenantId} and business_date = ${keeping.day}::date and site_id = ${siteId}`.execute(
    trx,
  )
  const before = batch.result.coverage[0]?.absentOffline ?? 0
  return rows.map((row) => ({
    ...row,
    siteId,
    site: siteName,
    absentOffline: before + absent,
    absentKept: 0,
    thin: false,
  }))
}

type LivePlan = Pick<LinePlan, 'rows' | 'conflicts'>

/**
 * Write the effects of reports, or of absence, on the machines of a site: first the undo data, then states with their
 * events, conflicts, the day, the coverage and the batch of the hour. The day must be open. Only `writeStates` writes
 * states.
 */
export async function writeLive(
  trx: Transaction<Database>,
  plan: LivePlan,
  errors: readonly FeedError[],
  writing: LiveWriting,
): Promise<void> {
  const { site, batch, keeping, now } = writing
  const rows = plan.rows.filter((row) => row.reported !== null || row.moved)
  // Keep all rows before any is written: an unchanged machine has reported too.
  const fresh = await keepLive(trx, rows, keeping)
  const origin = { at: now, stamp: batch.stamp, userId: null, batchId: batch.id }
  if (rows.some((row) => row.facts !== null)) await writeGivenFacts(trx, rows, batch.id)
  await writeMoves(trx, rows, origin, keeping.day, keeping.spread)
  await writeMeasured(trx, rows, writing)
  await writeFeedStates(trx, rows, origin)
  await writeLiveAt(trx, rows, writing)
  await writeConflicts(trx, plan.conflicts, batch.id, now)
  const isCovered = await writeDay(trx, rows, writing)
  const absent = rows.filter(({ kind, dayState, dayBefore }) => kind === 'absent' && dayState !== dayBefore).length
  const coverage = isCovered ? await writeCoverage(trx, writing, absent) : []
  const count = (kind: PlannedRow['kind']) => rows.filter((row) => row.kind === kind).length
  await addToBatch(trx, batch, site, {
    updated: count('updated') + absent,
    unchanged: count('unchanged'),
    // A machine in custody reports every five minutes, but needs only one decision.
    conflict: rows.filter((row) => row.kind === 'conflict' && fresh.has(row.before.id)).length,
    machines: fresh.size,
    transitions: countTransitions(rows),
    coverage,
    errors,
  })
}
