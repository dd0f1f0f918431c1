import { sql } from 'kysely'
import { countUpTo } from '#server/db/capped-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { visible } from '#server/db/visible.ts'
import { findConflicts } from '#server/features/feeds/conflicts.ts'
import { findRepairs } from '#server/features/repairs/queries.ts'
import { findReservations } from '#server/features/reservations/queries.ts'
import { homeExists } from '#server/features/users/find-users.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { awayDays } from '#shared/overdue-repairs.ts'
import { RepairListRequest } from '#shared/repairs.ts'
import type { Need, NeedGroup, Today } from '#shared/today.ts'

const nothing = {
  state: null,
  machines: [],
  count: 0,
  site: null,
  siteId: null,
  client: null,
  clients: 0,
  since: null,
  note: null,
  event: null,
  also: [],
} as const

/** Return machines in custody that report, the oldest first. */
export async function conflicts(
  { readDb }: SignedInContext,
  book: PlaceBook,
  set: DeviceSet,
  most: number,
): Promise<NeedGroup> {
  const found = await findConflicts(readDb, book, set, { page: 1, size: most })
  const rows = found.data.map(
    ({ id, deviceId, serial, state, site, client, createdAt }): Need => ({
      ...nothing,
      kind: 'conflict',
      id,
      name: serial,
      state,
      machines: [{ id: deviceId, serial }],
      count: 1,
      site,
      client,
      clients: client === null ? 0 : 1,
      since: createdAt,
    }),
  )
  return { kind: 'conflict', total: found.totalCount, totalCapped: found.totalCapped ?? false, rows }
}

/** The earliest repair day that may be requested. */
const earliest: Day = '2000-01-01'
const longest = 3_660

type RepairsInput = { book: PlaceBook; set: DeviceSet; today: Day; worklist: 'out' | 'waiting'; most: number }
/**
 * Return machines that are away for repair too long, or back but not online since; the longest first. Twice
 * `most` rows, to replace machines that have a more urgent row.
 */
export async function repairs(
  { readDb, config, services, scope, request: { language } }: SignedInContext,
  { book, set, today, worklist, most }: RepairsInput,
): Promise<NeedGroup> {
  const kind = worklist === 'out' ? 'repairOut' : 'repairWaiting'
  const until = addDays(today, -awayDays)
  const from = addDays(until, -longest)
  const repairDateQuery = worklist === 'out' ? [from < earliest ? earliest : from, until] : undefined
  const request = RepairListRequest.parse({ worklist, repairDateQuery, page: 1, size: 2 * most })
  const found = await findRepairs(readDb, { book, set: await services.places.narrow(scope), language }, set, request, {
    timeZone: config.timeZone,
    today,
  })
  const rows = found.data.map(
    ({ id, deviceId, deviceSerial, site, client, clientNow, repairDateStr, notes }): Need => ({
      ...nothing,
      kind,
      id,
      name: deviceSerial,
      state: worklist === 'out' ? 'repairing' : 'repaired',
      machines: [{ id: deviceId, serial: deviceSerial }],
      count: 1,
      site,
      client: clientNow ?? client,
      clients: client === null && clientNow === null ? 0 : 1,
      since: repairDateStr,
      note: notes,
    }),
  )
  return { kind, total: found.totalCount, totalCapped: found.totalCapped ?? false, rows }
}

/** Return the tankers that are expected today and have not come, and how many have; no phone numbers are read. */
export async function tankers(
  ctx: SignedInContext,
  book: PlaceBook,
  today: Day,
  most: number,
): Promise<{ group: NeedGroup; counts: NonNullable<Today['tankers']> }> {
  const naming = { book, timeZone: ctx.config.timeZone, wholePhones: false }
  const waiting = await findReservations(
    ctx,
    { reserveTime: today, reserveTimeQuery: undefined, state: 'waiting', page: 1, size: most },
    naming,
  )
  const arrived = await findReservations(
    ctx,
    { reserveTime: today, reserveTimeQuery: undefined, state: 'arrived', page: 1, size: 1 },
    naming,
  )
  const rows = waiting.data.map(
    ({ id, tankerNumber, company, companyId, reservePeriod, checkedOrg, licenseNumber, contactName }): Need => ({
      ...nothing,
      kind: 'tanker',
      id,
      name: tankerNumber,
      site: company,
      siteId: companyId,
      client: checkedOrg,
      note: reservePeriod,
      tanker: { plate: licenseNumber, driver: contactName },
    }),
  )
  return {
    group: { kind: 'tanker', total: waiting.totalCount, totalCapped: waiting.totalCapped ?? false, rows },
    counts: { waiting: waiting.totalCount, arrived: arrived.totalCount },
  }
}

/** Upper limit of the count of waiting users. */
const mostPeople = 1_000

/** Return registered users without a role; the longest waiting first. */
export async function people(ctx: SignedInContext, book: PlaceBook, most: number): Promise<NeedGroup> {
  const waiting = sql`from app_user u where u.pending and not u.disabled and ${homeExists(book, 'u')} and ${await visible(ctx, 'app_user', { as: 'u' })}`
  type Row = { id: number; name: string; home_company_id: number; create_time: Date }
  const { rows } = await sql<Row>`select u.id, u.name, u.home_company_id, u.create_time ${waiting}
    order by u.create_time, u.id limit ${most}`.execute(ctx.readDb)
  const { totalCount, totalCapped = false } =
    rows.length < most ? { totalCount: rows.length } : await countUpTo(ctx.readDb, sql`select 1 ${waiting}`, mostPeople)
  return {
    kind: 'person',
    total: totalCount,
    totalCapped,
    rows: rows.map(
      ({ id, name, home_company_id, create_time }): Need => ({
        ...nothing,
        kind: 'person',
        id,
        name,
        site: book.companies.get(home_company_id)?.name ?? null,
        since: create_time.toISOString(),
      }),
    ),
  }
}
