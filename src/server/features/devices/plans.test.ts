import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { deviceFacets } from '#server/db/device-counts.ts'
import type { DeviceSet, Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type DeviceFilters, type DeviceSortColumn, deviceSortColumns } from '#shared/devices.ts'
import { byName } from '#shared/name-order.ts'
import { buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { type Explained, explain } from '#tests/support/explain.ts'
import { buildClient, buildCompany, buildSite } from '#tests/support/factories.ts'
import { buildRandomFleet, type RandomFleet } from '#tests/support/random-fleet.ts'
import { devicePages } from './export-pages.ts'
import { findDevices } from './queries.ts'

const database = useDatabase({ emptied: 'file' })
const size = 20
const devices = 12_000
let fleet: RandomFleet
let book: PlaceBook

beforeAll(async () => {
  fleet = await buildRandomFleet(database.db, 3, devices)
  await vacuumWholly()
  book = await buildContext(database.db).services.places.book()
}, 120_000)

/**
 * Vacuum until all pages are marked visible: an automatic analyze at the same time keeps a vacuum from marking them.
 */
async function vacuumWholly() {
  for (let tries = 0; tries < 20; tries += 1) {
    await database.vacuum(['device', 'device_count', 'device_leaf_count', 'device_place_count'])
    const { rows } = await database.pool.query<{ done: boolean }>(
      `select relallvisible >= relpages as done from pg_class where relname = 'device'`,
    )
    if (rows[0]?.done) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function setOf(name: string, filters: Partial<DeviceFilters> = {}) {
  const viewer = fleet.viewers[name]
  if (!viewer) throw new Error(`nobody called ${name}`)
  const { places } = buildContext(database.db).services
  const reach = viewer.role === 'client' ? 'client' : 'company'
  return places.narrow(await places.scopeOf(viewer, reach), filters)
}

type Page = { page: number; orderColumn?: DeviceSortColumn; orderWay?: 'asc' | 'desc' }
async function pagePlans(name: string, page: Page, filters: Partial<DeviceFilters> = {}): Promise<Explained[]> {
  const set = await setOf(name, filters)
  return explain(database, (db: Kysely<Database>) => findDevices(db, book, set, { size, ...page }))
}
const nodesOf = (plans: readonly Explained[]) => plans.flatMap(({ nodes }) => nodes)
const buffersOf = (plans: readonly Explained[]) => plans.reduce((sum, { buffers }) => sum + buffers, 0)
/** A tiny table of names may be scanned; the table of devices never. */
const readsWholeTable = (plans: readonly Explained[]) => nodesOf(plans).includes('Seq Scan device')

describe.each(['manager', 'baseManager'])('the list of a %s, whatever the number of devices', (name) => {
  test.each(deviceSortColumns)('Read its first page by %s from an index', async (orderColumn) => {
    const plans = await pagePlans(name, { page: 1, orderColumn })
    expect(readsWholeTable(plans)).toBe(false)
    expect(buffersOf(plans)).toBeLessThan(300)
  })

  test.each(['serial', 'type', 'state', 'repairTimes', 'activeWorker', 'activeWorkerState', 'id'] as const)(
    'Skip rows inside the index for a far page by %s',
    async (orderColumn) => {
      const plans = await pagePlans(name, { page: 120, orderColumn })
      expect(readsWholeTable(plans)).toBe(false)
      expect(nodesOf(plans).some((node) => node.startsWith('Index Only Scan device_'))).toBe(true)
      expect(nodesOf(plans).filter((node) => node === 'Sort')).toEqual([])
      expect(buffersOf(plans)).toBeLessThan(250)
    },
  )

  test('Read its last page from the other end', async () => {
    const total = (await findDevices(database.db, book, await setOf(name), { page: 1, size })).totalCount
    const plans = await pagePlans(name, { page: Math.ceil(total / size), orderColumn: 'state' })
    expect(buffersOf(plans)).toBeLessThan(120)
  })
})

test.each(['site', 'client', 'account'] as const)(
  'Count the devices before a page by %s only from the counters of places',
  async (orderColumn) => {
    for (const page of [1, 120]) {
      const plans = await pagePlans('manager', { page, orderColumn })
      expect(
        nodesOf(plans).some((node) => node.endsWith('device_leaf_count') || node.includes('device_leaf_count_')),
      ).toBe(false)
      expect(buffersOf(plans)).toBeLessThan(200)
    }
    const filtered = await pagePlans('manager', { page: 1, orderColumn }, { state: 'offline' })
    expect(nodesOf(filtered).some((node) => node.includes('device_leaf_count'))).toBe(true)
  },
)

test('Merge the tenants of headquarters in order, without sorting', async () => {
  const plans = await pagePlans('manager', { page: 1 })
  expect(nodesOf(plans)).toContain('Merge Append')
  expect(nodesOf(plans)).not.toContain('Sort')
})

test('Read totals of bases from their counters, and those of a client from the counters by owner', async () => {
  for (const name of ['manager', 'baseManager']) {
    const set = await setOf(name, { state: 'offline' })
    const plans = await explain(database, (db) => deviceFacets(db, set))
    expect(nodesOf(plans).some((node) => / device$/.test(node))).toBe(false)
    expect(buffersOf(plans)).toBeLessThan(20)
  }
  const set = await setOf('client')
  const plans = await explain(database, (db) => deviceFacets(db, set))
  expect(nodesOf(plans).some((node) => / device$/.test(node))).toBe(false)
  expect(buffersOf(plans)).toBeLessThan(40)
})

test('Find a part of a serial by its trigrams', async () => {
  const set = await setOf('manager')
  const { data } = await findDevices(database.db, book, set, { page: 30, size })
  const serial = data[0]?.serial.slice(1).toLowerCase() ?? ''
  const plans = await pagePlans('manager', { page: 1 }, { serial })
  expect(nodesOf(plans)).toContain('Bitmap Index Scan device_serial_search')
  expect(buffersOf(plans)).toBeLessThan(200)
})

describe('far pages of the list', () => {
  test.each(deviceSortColumns)(
    'Contain the right part of the whole list sorted by %s',
    async (column) => {
      for (const [name, descending] of [
        ['manager', false],
        ['manager', true],
        ['baseManager', true],
        ['client', false],
        ['inspector', true],
      ] as const) {
        const set = await setOf(name)
        const whole: number[] = []
        for await (const rows of devicePages(database.db, book, set, { column, descending }, 1_700))
          whole.push(...rows.map(({ id }) => id))
        expect(new Set(whole).size).toBe(whole.length)
        for (const page of [1, 49, 52, 90, 300, 301, 500, Math.ceil(whole.length / size)]) {
          const { data, totalCount } = await findDevices(database.db, book, set, {
            page,
            size,
            orderColumn: column,
            orderWay: descending ? 'desc' : 'asc',
          })
          expect(totalCount).toBe(whole.length)
          expect(data.map(({ id }) => id)).toEqual(whole.slice((page - 1) * size, page * size))
        }
      }
    },
    60_000,
  )

  test('Sort names in Chinese alphabetical order', async () => {
    const names: string[] = []
    for await (const rows of devicePages(
      database.db,
      book,
      await setOf('manager'),
      { column: 'client', descending: false },
      5_000,
    ))
      for (const { client_id } of rows) names.push(client_id === null ? '' : (book.clients.get(client_id)?.name ?? ''))
    const seen = [...new Set(names)]
    expect(seen).toEqual([...[...book.clients.values()].sort(byName).map(({ name }) => name), ''])
  })
})

describe('devices that came after all others', () => {
  const ofLateClient = 4_000
  let current: PlaceBook
  let territory: Territory
  let client: number
  let site: number

  beforeAll(async () => {
    const late = await buildCompany(database.db)
    client = (await buildClient(database.db, { company_id: late.id })).id
    site = (await buildSite(database.db, { super_company_id: late.id })).id
    await database.pool.query(
      `insert into device (serial, company_id, type, state, client_id, site_id)
        select 'LATE' || lpad(n::text, 6, '0'), $1, (case when n <= ${devices / 2} then 'T30' else 'T20' end)::device_type,
          (case when n % 10 = 0 then 'offline' else 'normal' end)::device_state, case when n > ${devices - ofLateClient} then $2::int end,
          case when n > ${devices - ofLateClient} then $3::int end
        from generate_series(1, ${devices}) n`,
      [late.id, client, site],
    )
    await vacuumWholly()
    const { places } = buildContext(database.db).services
    current = await places.book()
    territory = await places.narrow({ everything: false, branches: [{ companyId: late.id }] })
  })

  const orders = (column: DeviceSortColumn) =>
    (['asc', 'desc'] as const).map((orderWay) => ({ page: 1, size, orderColumn: column, orderWay }))
  async function expectFewBuffers(set: DeviceSet, column: DeviceSortColumn, most: number) {
    for (const request of orders(column)) {
      const plans = await explain(database, (db: Kysely<Database>) => findDevices(db, current, set, request))
      expect(buffersOf(plans)).toBeLessThan(most)
      const { data } = await findDevices(database.db, current, set, request)
      expect(data).toHaveLength(size)
    }
  }

  test.each([
    {},
    { type: 'T20' },
    { type: 'T30' },
    { state: 'normal' },
    { state: 'offline' },
    { repairTimes: 0 },
    { activeWorkerState: false },
    { state: 'normal', type: 'T20' },
    { states: ['normal', 'offline'] },
  ] as const)('Read the list of their base with %o in the order of ids', async (filters) => {
    await expectFewBuffers({ ...territory, ...filters }, 'id', 150)
  })

  test.each(['id', 'serial', 'type', 'state', 'repairTimes', 'activeWorker', 'activeWorkerState'] as const)(
    'Read the list of their client and of their site by %s',
    async (column) => {
      await expectFewBuffers({ ...territory, clientId: client }, column, column === 'id' ? 120 : 350)
      await expectFewBuffers({ ...territory, siteIds: [site] }, column, column === 'id' ? 120 : 350)
    },
  )

  test('Export the rest of their base from where the last page ended', async () => {
    const set = { ...territory, type: 'T20' } as const
    const plans = await explain(database, async (db: Kysely<Database>) => {
      for await (const _ of devicePages(db, current, set, { column: 'id', descending: false }, 1_000));
    })
    for (const { buffers } of plans) expect(buffers).toBeLessThan(200)
  })
})
