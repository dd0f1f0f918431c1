import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { countsIn } from '#server/db/territory-counts.ts'
import { lastDate } from '#server/features/charts/business-date.ts'
import { dailySums } from '#server/features/charts/daily-sums.ts'
import { outsideOf } from '#server/features/charts/day-rates.ts'
import { rateLine } from '#server/features/charts/series.ts'
import type { HeldDevice } from '#server/features/devices/hold-devices.ts'
import { orderedPart } from '#server/features/devices/ordered-part.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { loadProvinces } from '#server/services/places/provinces.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { rates } from '#shared/charts.ts'
import { type Wall, type WallWarning, wallDays, wallRows } from '#shared/cockpits.ts'
import { addDays } from '#shared/dates.ts'
import { warningStates } from '#shared/device-detail.ts'
import { word } from '#shared/i18n/index.ts'
import { wallCoverage } from './coverage.ts'
import { type Label, largestFirst, lowestFirst, placesOf, type SiteFigures } from './places.ts'
import { siteFigures } from './site-sums.ts'

/** The number of warnings that fit on a cockpit screen. */
const shownWarnings = 12

/** Return the devices that got into trouble last, newest first, with one index scan per state. */
async function newestWarnings(db: Kysely<Database>, book: PlaceBook, set: DeviceSet): Promise<WallWarning[]> {
  if (set.companyIds.length === 0) return []
  type Row = Pick<HeldDevice, 'id' | 'serial' | 'state' | 'site_id' | 'client_id' | 'state_since'>
  const columns = sql`id, serial, state, site_id, client_id, state_since`
  const parts = warningStates.map(
    (state) =>
      sql`(${orderedPart({ ...set, state }, 'state_since', true, { offset: 0, limit: shownWarnings }, columns)})`,
  )
  const { rows } =
    await sql<Row>`select * from (${sql.join(parts, sql` union all `)}) troubled order by state_since desc, id desc
    limit ${shownWarnings}`.execute(db)
  return rows.map(({ id, serial, state, site_id, client_id, state_since }) => ({
    id,
    serial,
    state,
    site: site_id === null ? null : (book.companies.get(site_id)?.name ?? null),
    client: client_id === null ? null : (book.clients.get(client_id)?.name ?? null),
    stateSince: state_since.toISOString(),
  }))
}

/** Return all data of one cockpit screen; with the bases for the cockpit of headquarters. */
export async function readWall(ctx: SignedInContext, withBases: boolean): Promise<Wall> {
  const { readDb: db, services } = ctx
  const { language } = ctx.request
  const set = await services.places.narrow(ctx.scope)
  const book = await services.places.book()
  const provinces = await loadProvinces(db)
  const date = await lastDate(db, set)
  const day = date ?? businessDay(ctx.clock(), ctx.config.timeZone)
  const sites = date === null ? [] : await siteFigures(db, set, date)
  const range = { start: addDays(day, 1 - wallDays), end: day, period: 'day' as const }
  const sums = await dailySums(db, set, range.start, range.end)
  const [online, offline, compliance] = rates.map((rate) => rateLine(sums, range, rate, 'inService'))
  if (!online || !offline || !compliance) throw new Error('the three rates are made from one list')
  const nameOf = (id: number) => book.companies.get(id)?.name ?? String(id)
  const provinceOf = ({ siteId }: SiteFigures): Label => ({
    id: null,
    name: provinces.labelOf(provinces.keyOf(book.companies.get(siteId)?.province ?? null), language),
  })
  const siteOf = ({ siteId }: SiteFigures): Label =>
    siteId === 0 ? { id: null, name: word(language, 'place.unassigned') } : { id: siteId, name: nameOf(siteId) }
  const [bySite, byBase] = [
    placesOf(sites, siteOf),
    withBases ? placesOf(sites, ({ companyId }) => ({ id: companyId, name: nameOf(companyId) })) : [],
  ]
  return {
    asOf: ctx.clock().toISOString(),
    date,
    company: nameOf(ctx.viewer.companyId),
    counts: await countsIn(db, set),
    provinces: largestFirst(placesOf(sites, provinceOf), wallRows),
    sites: lowestFirst(bySite, wallRows),
    siteCount: bySite.length,
    bases: lowestFirst(byBase, wallRows),
    baseCount: byBase.length,
    rates: { online, offline, compliance },
    outside: outsideOf(sums.findLast((one) => one.day === date)),
    warnings: await newestWarnings(db, book, set),
    coverage: date === null ? null : await wallCoverage(db, book, set, date),
  }
}
