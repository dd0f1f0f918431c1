import { sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { readSideBySide } from '#server/db/side-by-side.ts'
import { countsIn } from '#server/db/territory-counts.ts'
import { lastDate } from '#server/features/charts/business-date.ts'
import { dailySums } from '#server/features/charts/daily-sums.ts'
import { type DaySums, outsideOf } from '#server/features/charts/day-rates.ts'
import { rateLine } from '#server/features/charts/series.ts'
import { wallCoverage } from '#server/features/cockpits/coverage.ts'
import { type Label, lowestFirst, placesOf, type SiteFigures } from '#server/features/cockpits/places.ts'
import { siteFigures } from '#server/features/cockpits/site-sums.ts'
import { readBatches, within } from '#server/features/feeds/batches.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day, type Month } from '#shared/dates.ts'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'
import { word } from '#shared/i18n/index.ts'
import { type DayMark, fallsOf, type MonthChange, rateDays, type TodayFleet } from '#shared/today.ts'

/** Number of sites on the start page. */
const worstSites = 3
/** Maximum days from the start of the previous month to the end of the current one. */
const twoMonths = 62

/**
 * Return the difference between the current states and those of the known day before `date`. A scrapped machine has no
 * row after its day, so the change is computed from that day's rows.
 */
export function changeOf(counts: DeviceCounts, sums: readonly DaySums[], date: Day): TodayFleet['change'] {
  const before = sums.findLast(({ day }) => day < date)
  if (!before) return null
  const change: DeviceCounts = { ...counts, total: 0 }
  for (const state of deviceStates) {
    change[state] =
      state === 'scrap' ? (sums.find(({ day }) => day === date)?.scrap ?? 0) : counts[state] - before[state]
    change.total += change[state]
  }
  return { since: before.day, counts: change }
}

const monthOf = (day: Day): Month => day.slice(0, 'YYYY-MM'.length)

/** Compare the month of the business date so far with the month before. */
export function monthChange(sums: readonly DaySums[], date: Day): Omit<MonthChange, 'client'> {
  const figuresOf = (month: Month) => {
    const days = sums.filter(({ day }) => monthOf(day) === month)
    const last = days.at(-1)
    const line = rateLine(
      days,
      { start: `${month}-01`, end: last?.day ?? `${month}-01`, period: 'month' },
      'online',
      'inService',
    )
    return {
      month,
      rate: line.data[0] ?? null,
      machines: last ? deviceStates.reduce((sum, state) => sum + (state === 'scrap' ? 0 : last[state]), 0) : null,
    }
  }
  return { ...figuresOf(monthOf(date)), before: figuresOf(monthOf(addDays(`${monthOf(date)}-01`, -1))) }
}

type Batches = ReadonlyMap<Day, { feeds: number; transfers: number }>

/** Return the effective feeds and transfers of each day from `start` on that are completely within a territory. */
async function batchesByDay(ctx: SignedInContext, set: DeviceSet, start: Day): Promise<Batches> {
  const { rows } = await sql<{ day: Day; feeds: number; transfers: number }>`select business_date::text as day,
      count(*) filter (where source <> 'transfer')::int as feeds, count(*) filter (where source = 'transfer')::int as transfers
    from import_batch where ${within(set)} and business_date >= ${start}::date and undone_at is null group by 1`.execute(
    ctx.readDb,
  )
  return new Map(rows.map(({ day, feeds, transfers }) => [day, { feeds, transfers }]))
}

/** Return the client that an owner of machines belongs to. */
function ownClient({ viewer }: SignedInContext, book: PlaceBook): MonthChange['client'] {
  const account = viewer.accountId === null ? undefined : book.accounts.get(viewer.accountId)
  const client = book.clients.get(account?.clientId ?? viewer.clientId ?? 0)
  return client ? { id: client.id, name: client.name } : null
}

type FleetInput = { book: PlaceBook; set: DeviceSet; maySeeFeeds: boolean; isOwner: boolean }

/**
 * Return the fleet of the start page, from counters and roll-ups only, so that the time does not depend on the size of
 * the fleet.
 */
export async function readFleet(
  ctx: SignedInContext,
  { book, set, maySeeFeeds, isOwner }: FleetInput,
): Promise<TodayFleet> {
  const { readDb: db, config } = ctx
  const date = await lastDate(db, set)
  const today = businessDay(ctx.clock(), config.timeZone)
  const day = date ?? today
  const start = addDays(day, 1 - rateDays)
  const reader = { book, now: ctx.clock(), timeZone: config.timeZone }
  const [sums, counts, sites, batches, coverage, feed] = await readSideBySide(set.spread, [
    () => dailySums(db, set, isOwner ? addDays(day, -twoMonths) : start, day),
    () => countsIn(db, set),
    async () => (date === null ? [] : siteFigures(db, set, date)),
    async (): Promise<Batches> => (maySeeFeeds ? batchesByDay(ctx, set, start) : new Map()),
    // For whole sites only: an owner of machines must not learn how many others have.
    async () => (date === null || isOwner ? null : wallCoverage(db, book, set, date)),
    async () => (maySeeFeeds ? ((await readBatches(db, set, { page: 1, size: 1 }, reader))[0] ?? null) : null),
  ])
  const rate = rateLine(sums, { start, end: day, period: 'day' }, 'online', 'inService')
  const siteOf = ({ siteId }: SiteFigures): Label =>
    siteId === 0
      ? { id: null, name: word(ctx.request.language, 'place.unassigned') }
      : { id: siteId, name: book.companies.get(siteId)?.name ?? '' }
  const neverAt = new Map<number, number>()
  for (const { siteId, never } of sites) neverAt.set(siteId, (neverAt.get(siteId) ?? 0) + never)
  const falls = fallsOf(rate.xAxisData, rate.data)
  const marks = rate.xAxisData.flatMap((one): DayMark[] => {
    const { feeds = 0, transfers = 0 } = batches.get(one) ?? {}
    const fall = falls.get(one) ?? null
    return feeds + transfers > 0 || fall !== null ? [{ day: one, feeds, transfers, fall }] : []
  })
  return {
    date,
    counts,
    change: date === null ? null : changeOf(counts, sums, date),
    coverage,
    rate,
    outside: outsideOf(sums.findLast((one) => one.day === date)),
    marks,
    worst: lowestFirst(placesOf(sites, siteOf), worstSites)
      .filter(({ onlineRate }) => onlineRate !== null)
      .map((place) => ({ ...place, never: neverAt.get(place.id ?? 0) ?? 0 })),
    feed,
    month: isOwner && date !== null ? { ...monthChange(sums, date), client: ownClient(ctx, book) } : null,
  }
}
