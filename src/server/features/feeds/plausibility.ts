import { sql } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { inTurns } from '#server/giving-way.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import {
  type FeedQuestion,
  type FeedQuestionKind,
  type FeedResult,
  leastConfirmed,
  plausibleDays,
  plausibleShare,
} from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { isTelemetryState } from '#shared/transitions.ts'
import { isGivenAway } from './given-back.ts'
import type { AbsentPlan } from './plan-absent.ts'
import type { PlanInput, PlannedRow } from './plan-line.ts'
import type { LinePlan } from './plan-lines.ts'

/** `back`: the machines return to the owner before a transfer, or the day is before the newest one. */
type Question = Omit<FeedQuestion, 'text'> & { back?: boolean }
/**
 * `late`: machines that a feed of a past day gives to another owner; `back`: machines that return to the owner before a
 * transfer; `isDated`: the sender named the day.
 */
type Found = { newest: Day | null; late: number; back: number; isDated: boolean }
/**
 * Ask about a day so many days before the newest one, unless the sender names it: the year is probably a typing error.
 */
const unusuallyOld = 60
const dayMs = 86_400_000
/** Maximum number of questions in one sentence. */
const namedQuestions = 5

const isUnusual = (count: number, total: number): boolean => total >= leastConfirmed && count > total * plausibleShare

/**
 * Return the newest day that the tenants know. `day` itself does not count if only the clock of the process has opened
 * it. On a PostgreSQL server, the server's clock limits the possible days, because the clock of this process may have
 * jumped.
 */
export async function newestDay(
  db: Db,
  { companyIds, spread }: Pick<Territory, 'companyIds' | 'spread'>,
  day: Day,
  { timeZone, embedded }: { timeZone: string; embedded: boolean },
): Promise<Day | null> {
  const possible = embedded ? sql`` : sql`and business_date <= (now() at time zone ${timeZone})::date`
  const counts = sql`total > 0 ${possible}
      and (business_date <> ${day}::date or exists (select 1 from import_batch b
        where b.business_date = ${day}::date and b.company_ids && ${[...companyIds]}::int[] and b.undone_at is null
          and b.created + b.updated + b.unchanged + b.conflict > 0))`
  // The newest day of each company is the first row of a backward index scan. On a cluster one statement covers all
  // companies, to avoid a request per company.
  const { rows } = await (spread
    ? sql<{ newest: Day | null }>`select max(business_date) as newest from daily_scope
        where kind = 'company' and scope_id = any(${[...companyIds]}::int[]) and scope_id = company_id and ${counts}`
    : sql<{
        newest: Day | null
      }>`select max(of_company.business_date) as newest from unnest(${[...companyIds]}::int[]) company(id)
        cross join lateral (select business_date from daily_scope where kind = 'company' and scope_id = company.id and company_id = company.id
          and ${counts} order by business_date desc limit 1) of_company`
  ).execute(db)
  return rows[0]?.newest ?? null
}

/**
 * Count the machines in service of each site before the feed, and those running machines that the feed sets offline.
 */
async function turnedOff(
  { fleet, day, rest }: PlanInput,
  rows: readonly PlannedRow[],
): Promise<Map<number, { count: number; total: number }>> {
  const sites = new Map<number, { count: number; total: number }>()
  for (const [siteId, { expected }] of rest) if (expected > 0) sites.set(siteId, { count: 0, total: expected })
  await inTurns(fleet.values(), (device) => {
    const known = day?.get(device.id)
    const state = day === null ? device.state : known?.state
    if (state === undefined || !isTelemetryState(state) || device.lastReportAt === null) return
    const siteId = known?.siteId ?? device.siteId ?? 0
    const site = sites.get(siteId)
    if (site) site.total += 1
    else sites.set(siteId, { count: 0, total: 1 })
  })
  await inTurns(rows, ({ before, dayBefore, dayState, siteId }) => {
    if (before.id === 0 || dayState !== 'offline' || dayBefore === null || dayBefore === 'offline') return
    const site = sites.get(day === null ? (before.siteId ?? 0) : siteId)
    if (site) site.count += 1
  })
  return sites
}

/** Return everything unusual about a feed that its sender has to confirm by kind. Source: fleet.md, Plausibility. */
export async function questionsOf(
  input: PlanInput,
  lines: LinePlan,
  absent: AbsentPlan,
  { newest, late, back, isDated }: Found,
  siteName: (siteId: number) => string,
  language: Language,
): Promise<FeedQuestion[]> {
  const { feed, machines } = input
  const questions: Question[] = []
  const { created } = lines.counts
  if (isUnusual(created, machines)) questions.push({ kind: 'new-machines', count: created, total: machines })
  const given = lines.rows.filter(isGivenAway).length + late
  if (isUnusual(given, machines)) questions.push({ kind: 'owners', count: given, total: machines })
  else if (back > 0) questions.push({ kind: 'owners', back: true, count: back, total: machines })
  if (feed.telemetry) {
    const sites = [...(await turnedOff(input, [...lines.rows, ...absent.rows]))].sort(([left], [right]) => left - right)
    for (const [siteId, { count, total }] of sites) {
      if (isUnusual(count, total))
        questions.push({
          kind: 'offline',
          count,
          total,
          ...(siteId === 0 ? { siteId: null, site: null } : { siteId, site: siteName(siteId) }),
        })
    }
  }
  const ahead = newest === null ? 0 : (Date.parse(feed.businessDate) - Date.parse(newest)) / dayMs
  if (newest !== null && ahead > plausibleDays)
    questions.push({ kind: 'day', count: ahead, total: plausibleDays, newestDate: newest })
  if (newest !== null && !isDated && -ahead > unusuallyOld)
    questions.push({ kind: 'day', count: -ahead, total: unusuallyOld, newestDate: newest, back: true })
  return questions.map(({ back: _, ...question }, at) => ({
    ...question,
    text: textOf(questions[at] ?? question, feed.businessDate, language),
  }))
}

function textOf({ kind, count, total, site, newestDate, back }: Question, date: Day, language: Language): string {
  const key =
    kind === 'offline' && site === null
      ? 'offlineNowhere'
      : kind === 'owners' && back
        ? 'ownersBack'
        : kind === 'day' && back
          ? 'dayBefore'
          : kind
  return word(language, `feed.question.${key}`, { count, total, date, site: site ?? '', since: newestDate ?? '' })
}

/**
 * Refuse a feed with open questions.
 * @throws AppError FEED_UNCONFIRMED with the open questions in one sentence and how to confirm them; `details.feed` has
 * the whole result
 */
export function refuseUnconfirmed(
  result: FeedResult,
  confirmed: readonly FeedQuestionKind[],
  language: Language,
): void {
  const open = (result.questions ?? []).filter(({ kind }) => !confirmed.includes(kind))
  if (open.length === 0) return
  const texts = open.slice(0, namedQuestions).map(({ text }) => text)
  if (open.length > texts.length)
    texts.push(word(language, 'feed.question.more', { count: open.length - texts.length }))
  // Name all questions of the feed, so that the next request confirms the already confirmed ones again.
  const kinds = [...new Set((result.questions ?? []).map(({ kind }) => kind))].join(',')
  throw new AppError('FEED_UNCONFIRMED', {
    values: { questions: texts.join(word(language, 'feed.question.between')), kinds },
    feed: result,
  })
}
