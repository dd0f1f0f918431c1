import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, deviceConditions, isOneOf, isOnSeveralNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { HeldDevice } from '#server/features/devices/hold-devices.ts'
import { orderedPart } from '#server/features/devices/ordered-part.ts'
import { nameOf } from '#server/features/devices/rows.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessDay } from '#shared/business-time.ts'
import { warningStates } from '#shared/device-detail.ts'
import type { Need, NeedGroup } from '#shared/today.ts'

type Troubled = Pick<HeldDevice, 'id' | 'serial' | 'state' | 'site_id' | 'client_id' | 'state_since'>

/**
 * Machines that are read for the rows of the queue; fewer for each of many tenants, so that the total stays constant.
 */
const mostLooked = 300
const leastLooked = 10
const mostOfAll = 20_000
/** Upper limit of the count of warnings. */
const mostCounted = 1_000

/** Written as literals, so that the planner uses the partial index of troubles. */
const isTrouble = sql.raw(`state in (${warningStates.map((state) => `'${state}'`).join(', ')})`)

/**
 * Run `part` for each trouble state as a condition. One query for all states, so that acknowledgements are read once. Of
 * several bases on several nodes for each base and state, because a shard limits the rows of one base only.
 */
function ofEachState(
  set: DeviceSet,
  before: Date,
  part: (condition: RawBuilder<boolean>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const since = sql<boolean>`${isTrouble} and state = wanted.trouble and state_since < ${before}`
  if (isOnSeveralNodes(set))
    return sql`(select part.* from (select company_id as base_id, state as trouble from device_count
      where ${isOneOf('company_id', set.companyIds)} and ${isTrouble} group by 1, 2) wanted
      cross join lateral (${part(sql<boolean>`company_id = wanted.base_id and ${since}`)}) part)`
  return sql`(select part.* from unnest(${[...warningStates]}::device_state[]) wanted(trouble) cross join lateral (${part(since)}) part)`
}

/**
 * Return machines in trouble since before an instant that are not acknowledged, the longest first, by one index scan
 * for each state.
 */
async function oldestTroubles(db: Kysely<Database>, set: DeviceSet, before: Date): Promise<Troubled[]> {
  const limit = Math.max(leastLooked, Math.min(mostLooked, Math.floor(mostOfAll / set.companyIds.length)))
  const columns = sql`id, serial, state, site_id, client_id, state_since`
  const parts = ofEachState(set, before, (after) =>
    set.spread
      ? sql`select ${columns} from device where ${deviceConditions(set)} and ${after} order by state_since, id limit ${limit}`
      : orderedPart(set, 'state_since', false, { offset: 0, limit, after }, columns),
  )
  const { rows } = await sql<Troubled>`select * from ${parts} troubled order by state_since, id limit ${limit}`.execute(
    db,
  )
  return rows
}

async function countTroubles(db: Kysely<Database>, set: DeviceSet, before: Date): Promise<number> {
  const parts = ofEachState(
    set,
    before,
    (condition) => sql`select 1 from device where ${deviceConditions(set)} and ${condition} limit ${mostCounted + 1}`,
  )
  const { rows } = await sql<{ troubled: number }>`select count(*)::int as troubled from ${parts} counted`.execute(db)
  return rows[0]?.troubled ?? 0
}

/** Combine the machines of a site that entered the same state on the same business day into one trouble. */
function troubleOf(book: PlaceBook, members: readonly [Troubled, ...Troubled[]]): Need {
  const [first] = members
  const clients = new Set(members.map(({ client_id }) => client_id))
  return {
    kind: 'warning',
    id: first.id,
    name: members.length === 1 ? first.serial : null,
    state: first.state,
    machines: members.map(({ id, serial }) => ({ id, serial })),
    count: members.length,
    site: nameOf(book.companies, first.site_id),
    siteId: first.site_id,
    client: clients.size === 1 ? nameOf(book.clients, first.client_id) : null,
    clients: [...clients].filter((id) => id !== null).length,
    since: first.state_since.toISOString(),
    note: null,
    event: null,
    also: [],
  }
}

type TroublesInput = {
  book: PlaceBook
  all: DeviceSet
  before: Date
  timeZone: string
  /** Maximum number of rows. */
  most: number
}
/**
 * Return unacknowledged warnings since before an instant, the longest first; machines that failed together are one row.
 */
export async function troubles(
  db: Kysely<Database>,
  { book, all, before, timeZone, most }: TroublesInput,
): Promise<NeedGroup> {
  const set: DeviceSet = { ...all, care: { acknowledged: false } }
  if (set.companyIds.length === 0) return { kind: 'warning', total: 0, totalCapped: false, rows: [] }
  const groups = new Map<string, [Troubled, ...Troubled[]]>()
  for (const device of await oldestTroubles(db, set, before)) {
    const key = `${device.site_id} ${device.state} ${businessDay(device.state_since, timeZone)}`
    const members = groups.get(key)
    if (members) members.push(device)
    else groups.set(key, [device])
  }
  const total = groups.size === 0 ? 0 : await countTroubles(db, set, before)
  const rows = [...groups.values()].slice(0, most).map((members) => troubleOf(book, members))
  return { kind: 'warning', total: Math.min(total, mostCounted), totalCapped: total > mostCounted, rows }
}
