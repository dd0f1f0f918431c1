import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { dailyTable, openDay } from '#server/features/dailies/open-day.ts'
import { readFacts } from '#server/features/devices/facts.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { FeedLines } from '#server/features/feeds/feed-lines.ts'
import type { ParsedLine, RefusedLine } from '#server/features/feeds/parse-line.ts'
import type { PlanInput } from '#server/features/feeds/plan-line.ts'
import { planLines } from '#server/features/feeds/plan-lines.ts'
import type { Fleet } from '#server/features/feeds/read-fleet.ts'
import { readNamed } from '#server/features/feeds/read-named.ts'
import { UnreadableLines } from '#server/features/feeds/refused-lines.ts'
import { placeResolver } from '#server/features/feeds/resolve-places.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Written } from '#server/services/vacuum.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedError } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import { word } from '#shared/i18n/index.ts'
import { absentMinutes, listedErrors, type ReportAnswer, type ReportRequest } from '#shared/live.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { reportedBefore, writeJournal } from './journal.ts'
import { openLiveBatch } from './live-batch.ts'
import { type LiveSite, lockForReports, noteReports } from './live-site.ts'
import { type Reports, readReports } from './read-reports.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { ofUnknownAge, type SortedLines, sortLines } from './sort-lines.ts'
import { writeLive } from './write-live.ts'

type Caller = Pick<SignedInContext, 'db' | 'config' | 'clock' | 'services' | 'scope' | 'viewer'>

/**
 * Return the reporting site: that of the token, or the one that the request names.
 * @throws AppError VALIDATION, FORBIDDEN, NOT_FOUND
 */
async function siteOf(ctx: Caller, requested: number | undefined): Promise<LiveSite & { name: string }> {
  const { reportSiteId } = ctx.viewer
  if (reportSiteId !== undefined && requested !== undefined && requested !== reportSiteId)
    throw new AppError('FORBIDDEN')
  const siteId = reportSiteId ?? requested
  if (siteId === undefined) throw new AppError('VALIDATION', { field: 'siteId', problem: 'problem.missing' })
  const { places } = ctx.services
  const company = (await places.book()).companies.get(siteId)
  if (!company || company.deleted || company.kind !== 'base') throw new AppError('NOT_FOUND', { field: 'siteId' })
  const territory = await places.narrow(ctx.scope, { siteId })
  // Sites below it have their own tokens.
  return {
    siteId,
    tenantId: company.tenantId,
    territory: { ...territory, companyIds: [company.tenantId], siteIds: [siteId] },
    name: company.name,
  }
}

const isConflict = (reason: FeedReason): boolean => reason === 'custodyReports' || reason === 'lostReports'
const asErrors = (refused: readonly RefusedLine[], language: Parameters<typeof word>[0]): FeedError[] =>
  refused.map(({ line, serial, reason, values }) => ({
    line,
    serial,
    reason,
    text: word(language, `feed.reason.${reason}`, values),
  }))

/**
 * Read the known facts of the machines whose facts this hour's batch has not changed yet. Facts are compared only once
 * an hour: figures that change with every report would be written as often as the machine itself.
 */
async function factsToWrite(
  trx: Transaction<Database>,
  fleet: Fleet,
  tenantId: number,
  batchId: number,
): Promise<Pick<PlanInput, 'facts'> & { written: ReadonlySet<number> }> {
  const ids = [...fleet.values()].map(({ id }) => id)
  const { rows } = await sql<{
    id: number
  }>`select device_id as id from import_before_facts where batch_id = ${batchId} and device_id = any(${ids}::int[])`.execute(
    trx,
  )
  const written = new Set(rows.map(({ id }) => id))
  const unwritten = ids.filter((id) => !written.has(id))
  return { written, facts: await readFacts(trx, [tenantId], unwritten) }
}

type Run = {
  ctx: Caller
  site: LiveSite & { name: string }
  reports: Reports
  now: Date
  today: Day
  book: PlaceBook
  language: Parameters<typeof word>[0]
}

type Known = { fleet: Fleet; rules: HashRules; embedded: boolean }

/** Build the plan input from the newest report of each machine, like a feed of this moment without absent machines. */
const inputOf = (
  { site, reports, now, today, book }: Run,
  { fleet, rules }: Known,
  newest: ParsedLine[],
  facts: PlanInput['facts'],
): PlanInput => ({
  feed: {
    ...{ read: reports.read, lines: new FeedLines(newest), refused: new UnreadableLines(), ignoredColumns: [] },
    ...{ headerLine: null, localTimes: 0, businessDate: today, restated: false, telemetry: true, cutOff: false },
    ...{ countsFrom: now.getTime() - absentMinutes * 60_000, facts: reports.facts },
  },
  ...{ fleet, rest: new Map(), machines: 0, elsewhere: new Set(), day: null, facts, territory: site.territory },
  ...{ rules, types: book.types, now: now.getTime() },
  places: placeResolver(book, site.territory),
})

/**
 * Write the newest report of each machine into the batch of the hour. Lines that the plan refuses are removed from the
 * history.
 * @returns the id of the batch
 */
async function writeNewest(trx: Transaction<Database>, run: Run, known: Known, sorted: SortedLines): Promise<number> {
  const { site, reports, now, today, language } = run
  const { tenantId, territory } = site
  const { fleet, rules, embedded } = known
  const batch = await openLiveBatch(trx, site, now, today)
  const { facts, written } = reports.facts
    ? await factsToWrite(trx, fleet, tenantId, batch.id)
    : { facts: null, written: new Set<number>() }
  const writtenKeys = new Set([...fleet].filter(([, { id }]) => written.has(id)).map(([key]) => key))
  const newest = sorted.newest.map((line) => (writtenKeys.has(line.key) ? { ...line, facts: undefined } : line))
  const plan = await planLines(inputOf(run, known, newest, facts))
  const unplaced = plan.refused.lines.filter(({ reason }) => !isConflict(reason))
  sorted.accepted -= unplaced.length
  sorted.refused.push(...unplaced)
  const conflicts = plan.refused.lines.filter(({ reason }) => isConflict(reason))
  const errors = asErrors([...sorted.refused, ...conflicts], language)
  const spread = territory.spread === true
  const keeping = { batchId: batch.id, companyIds: [tenantId], day: today, today, restated: false, embedded, spread }
  await writeLive(trx, plan, errors, { site, siteName: site.name, batch, keeping, rules, now })
  const refused = new Set(unplaced.map(({ line }) => line))
  sorted.history = sorted.history.filter(({ line }) => !refused.has(line.line))
  return batch.id
}

async function applyReports(trx: Transaction<Database>, run: Run): Promise<SortedLines> {
  const { ctx, site, reports, now, today } = run
  const { siteId, tenantId, territory } = site
  const embedded = ctx.config.databaseUrl === null
  await lockForReports(trx, tenantId)
  const rules = await readHashRules(trx)
  const reading = { territory, day: today, devices: new Map<number, number>(), embedded, batchId: null }
  const { fleet } = await readNamed(trx, [...new Set(reports.lines.map(({ key }) => key))], reading)
  const alreadyReported = await reportedBefore(trx, site, ofUnknownAge(reports.lines, fleet))
  const sorted = sortLines(reports.lines, fleet, now.getTime(), alreadyReported)
  sorted.refused.push(...reports.refused)
  const newestAt = sorted.history.reduce((newest, { line }) => Math.max(newest, line.reportedAt), 0)
  if (sorted.newest.length > 0) await openDay(trx, [tenantId], { day: today, rules, embedded })
  const isWritten = sorted.newest.length > 0 || sorted.refused.length > 0
  const batchId = isWritten ? await writeNewest(trx, run, { fleet, rules, embedded }, sorted) : null
  if (sorted.history.length > 0) {
    await writeJournal(trx, site, sorted.history, batchId)
    await noteReports(trx, { siteId, tenantId, territory }, newestAt, now)
  }
  return sorted
}

/**
 * Accept the reports of a site's machines. States change only by `transition()`, and measurements go into the history,
 * in one transaction that is committed before the answer. Repeated reports change nothing.
 * @throws AppError the errors of `readReports` and `siteOf`; FEED_RUNNING when the machines keep changing at the same
 * time
 */
export async function takeReports(ctx: SignedInContext, request: ReportRequest): Promise<ReportAnswer> {
  const language = request.language ?? ctx.request.language
  const site = await siteOf(ctx, request.siteId)
  const now = ctx.clock()
  const { timeZone } = ctx.config
  const book = await ctx.services.places.book()
  const reports = await readReports(request, { timeZone, now: now.getTime(), types: book.types })
  const run = { ctx, site, reports, now, today: businessDay(now, timeZone), book, language }
  const end = ctx.services.tidying.begin()
  let written: Written | undefined
  try {
    const sorted = await retryConflicts(() => ctx.db.transaction().execute((trx) => applyReports(trx, run)))
    const { accepted, repeated, late, refused } = sorted
    if (accepted > 0) written = { rows: accepted, dailies: [dailyTable(run.today)] }
    const wrong = refused.sort((left, right) => left.line - right.line)
    return {
      read: reports.read,
      accepted,
      repeated,
      late,
      refused: refused.length,
      errors: asErrors(wrong.slice(0, listedErrors), language),
    }
  } finally {
    end(written)
  }
}
