import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { dailySums } from '#server/features/charts/daily-sums.ts'
import { wallCoverage } from '#server/features/cockpits/coverage.ts'
import { findRepairs } from '#server/features/repairs/queries.ts'
import { readRows } from '#server/features/repairs/rows.ts'
import { troubles } from '#server/features/today/troubles.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Viewer } from '#server/viewer.ts'
import { WarningListRequest } from '#shared/device-detail.ts'
import { type DeviceFilters, deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { RepairListRequest, type RepairType } from '#shared/repairs.ts'
import { buildContext, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import {
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
} from '#tests/support/factories.ts'
import { findDevices } from './queries.ts'
import { findWarnings } from './warnings.ts'

const database = useDatabase({ emptied: 'file' })
const [bases, each, size] = [3, 12, 10]
const ways: readonly ('asc' | 'desc')[] = ['asc', 'desc']
let viewer: Viewer
const calendar = { timeZone: 'Asia/Shanghai', today: '2026-11-30' }
const at = (day: number) => new Date(Date.UTC(2026, 10, day))

/** Add a record of a repair; every third has a return, and one a failure again and a voided record. */
async function addRepairs(machine: { company_id: number; device_id: number; device_serial: string }, number: number) {
  const { db } = database
  const add = (type: RepairType, day: number, given: object) =>
    db
      .insertInto('repair_daily')
      .values({ ...machine, type, repair_date: `2026-11-${day}`, create_time: at(day), ...given })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id } = await add('送修', 10 + number, { user_id: viewer.userId, closed: number % 3 === 0 })
  if (number % 3 === 0) await add('送回', 11 + number, { opened_by_id: id, warranty_until: '2026-12-20' })
  if (number !== 9) return
  await add('送修', 21, { repeat_of_id: id })
  await add('送修', 22, { repeat_of_id: id, voided_at: at(23), voided_by: viewer.userId, void_reason: 'twice' })
}

beforeAll(async () => {
  const { db, pool } = database
  const headquarters = await buildHeadquarters(db)
  const user = await buildUser(db, { company_id: headquarters.id, name: '张海' })
  viewer = await viewerOf(db, user)
  for (let base = 0; base < bases; base += 1) {
    const tenant = await buildCompany(db)
    const site = await buildSite(db, { tenant })
    for (let number = 0; number < each; number += 1) {
      const { id, serial } = await buildDevice(db, {
        company_id: tenant.id,
        site_id: number % 4 === 0 ? null : site.id,
        serial: `S${(number * 37 + base * 61) % 997}-${base}`,
        state: number === 3 ? 'repaired' : deviceStates[number % 5],
        state_since: at(1 + ((number * 7 + base) % 20)),
      })
      const of = [tenant.id, id]
      if (number % 3 === 0)
        await pool.query('insert into device_check(device_id, user_id) values ($1, $2)', [id, user.id])
      if (number % 2 === 0)
        await pool.query('insert into device_facts(company_id, device_id, hall) values ($1, $2, $3)', [...of, serial])
      if (number % 4 === 1)
        await pool.query(
          `insert into device_care(company_id, device_id, state_since, acknowledged_at, acknowledged_by, note, update_time)
            select company_id, id, state_since, '2026-11-20', $3, '看过', now() from device where company_id = $1 and id = $2`,
          [...of, user.id],
        )
      if (number % 2 === 1) await addRepairs({ company_id: tenant.id, device_id: id, device_serial: serial }, number)
    }
  }
})

/** Return the machines of all bases as headquarters sees them, as on one database and as on several nodes. */
async function sets(filters: Partial<DeviceFilters> = {}) {
  const { db } = database
  const { places } = buildContext(db).services
  const set = await places.narrow(await places.scopeOf(viewer, 'all'), filters)
  return { book: await places.book(), set, nodes: { ...set, partial: true, spread: true } }
}

type Read = (db: Kysely<Database>, book: PlaceBook, set: DeviceSet) => Promise<unknown>
/** Expect the same response from several nodes. Return the texts of what they were asked. */
async function expectAlike(read: Read, filters?: Partial<DeviceFilters>): Promise<string[]> {
  const { book, set, nodes } = await sets(filters)
  const plans = await explain(database, async (db) => {
    expect(await read(db, book, nodes)).toEqual(await read(database.db, book, set))
  })
  return plans.map(({ text }) => text)
}

const everyFilter: readonly Partial<DeviceFilters>[] = [{}, { state: 'offline' }, { type: 'T20' }]

test.each(deviceSortColumns)(
  'List the devices of several bases, and of one, by %s on several nodes as on one',
  async (orderColumn) => {
    const companyId = (await sets()).set.companyIds.at(-1)
    for (const filters of [...everyFilter, { companyId }])
      for (const orderWay of ways)
        for (const page of [1, 2]) {
          const request = { page, size, orderColumn, orderWay }
          const texts = await expectAlike((db, book, set) => findDevices(db, book, set, request), filters)
          const isByPlace = ['site', 'client', 'account'].includes(orderColumn)
          // A subquery per base would be asked one after the other.
          if (!isByPlace) for (const text of texts) expect(text).not.toContain('union all')
        }
  },
)

test.each([undefined, true, false])(
  'List the warnings of several bases on several nodes as on one; acknowledged: %s',
  async (acknowledged) => {
    for (const orderWay of ways)
      for (const page of [1, 2]) {
        const request = WarningListRequest.parse({ state: 'warn', orderWay, page, size: 4 })
        await expectAlike((db, book, set) => findWarnings(db, book, { ...set, care: { acknowledged } }, request))
      }
  },
)

test.each([
  {},
  { withVoided: true },
  { worklist: 'out' },
  { worklist: 'waiting', waitingDays: 0 },
  { worklist: 'repeat' },
  { type: '送回' },
] as const)('List the repairs of several bases on several nodes as on one: %j', async (filters) => {
  for (const page of [1, 2]) {
    const request = RepairListRequest.parse({ page, size, ...filters })
    const texts = await expectAlike(async (db, book, set) => {
      const found = await findRepairs(db, { book, set, language: 'zh' }, set, request, calendar)
      expect(found.totalCount).toBeGreaterThan(0)
      return found
    })
    // Each shard would plan the join of what a row shows again, and Citus would send a table expression to every node.
    for (const text of texts) expect(text).not.toContain('left join')
    if (request.worklist === 'waiting') for (const text of texts) expect(text).not.toContain('with found')
  }
})

test('Read a page of one base on several nodes by one statement', async () => {
  const { companyIds } = (await sets()).set
  const texts = await expectAlike(
    async (db, book, set) => {
      const listed = await findDevices(db, book, set, { page: 1, size })
      expect(listed.data.flatMap(({ checks }) => checks)).toContainEqual({ id: viewer.userId, name: '张海' })
      return listed
    },
    { companyId: companyIds.at(-1) },
  )
  // The names of reviewers are on the first node.
  const tables = texts.map((text) => text.match(/\bfrom \w+/g)?.join())
  expect(tables.sort()).toEqual([
    'from app_user',
    'from device_check,from device_facts,from device',
    'from device_count',
  ])
})

test('Read the repairs and warnings of one base on several nodes from one table at a time', async () => {
  const { companyIds } = (await sets()).set
  const texts = await expectAlike(
    async (db, book, set) => {
      const warned = await findWarnings(db, book, set, WarningListRequest.parse({ state: 'low', page: 1, size }))
      expect(warned.data.map(({ care }) => care?.acknowledged?.by)).toContain('张海')
      const request = RepairListRequest.parse({ page: 1, size })
      return { warned, repairs: await findRepairs(db, { book, set, language: 'zh' }, set, request, calendar) }
    },
    { companyId: companyIds.at(-1) },
  )
  // Citus would plan a join again for each page.
  for (const text of texts) expect(text.match(/\b(?:from|join) (?!unnest)/g)).toHaveLength(1)
})

test('Sum up which sites lack data of a day on several nodes as on one', async () => {
  const { db } = database
  const sites = await db.selectFrom('company').select(['id', 'tenant_id']).where('kind', '=', 'base').execute()
  const below = sites.filter(({ id, tenant_id }) => id !== tenant_id)
  for (const [index, { id, tenant_id }] of below.entries())
    await database.pool.query(
      `insert into import_coverage (business_date, company_id, site_id, expected, reported, status) values ('2026-11-20', $1, $2, 12, $3, $4)`,
      [tenant_id, id, index * 6, index === 0 ? 'missing' : index === 1 ? 'partial' : 'complete'],
    )
  for (const companyId of [undefined, below[1]?.tenant_id]) {
    const texts = await expectAlike(
      async (reader, book, set) => {
        const found = await wallCoverage(reader, book, set, '2026-11-20')
        expect(found.lacking).toBe(companyId === undefined ? 2 : 1)
        return found
      },
      { companyId },
    )
    for (const text of texts) expect(text).not.toMatch(/\bwith\b/)
  }
})

test('Sum the days of several bases on several nodes as on one, by one query', async () => {
  const devices = await database.db.selectFrom('device').selectAll().execute()
  for (const [index, device] of devices.entries())
    for (const day of ['2026-11-20', '2026-11-18'])
      await buildDaily(database.db, device, day, { state: deviceStates[index % 3] })
  const type = devices[0]?.type ?? 'T30'
  for (const filters of [{}, { type }, { companyId: devices[0]?.company_id }]) {
    const texts = await expectAlike(async (db, _, set) => {
      const days = await dailySums(db, set, '2026-11-01', '2026-11-30')
      expect(days.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-20'])
      return days
    }, filters)
    // A nested query would be executed separately.
    for (const text of texts) expect(text.match(/select/g)).toHaveLength(1)
    // Of one base each day is one row, so the days need no groups, and come as one row of lists.
    if ('companyId' in filters) expect(texts.join()).not.toContain('group by')
  }
})

test('Join the rows of an exported page of repairs by indexes on several nodes, and return the same', async () => {
  const { db } = database
  const stored = await db.selectFrom('repair_daily').select('id').execute()
  // As many as an export reads at once; most of them are gone.
  const ids = [...stored.map(({ id }) => id), ...Array.from({ length: 500 }, (_, index) => 1_000_000 + index)]
  const texts = await expectAlike(async (reader, book, set) => {
    const rows = await readRows(reader, set, ids, { book, set, language: 'zh' }, calendar)
    expect(rows).toHaveLength(stored.length)
    return rows
  })
  // Gathered records have no index: each would be compared with all others.
  expect(texts.join()).not.toContain('json_populate_recordset')
})

test.each([size, 1])('Show %i of the oldest troubles of several bases on several nodes as on one', async (most) => {
  const [before, timeZone] = [at(19), 'Asia/Shanghai']
  const texts = await expectAlike(async (db, book, all) => {
    const found = await troubles(db, { book, all, before, timeZone, most })
    expect(found.rows.length).toBeGreaterThan(0)
    return found
  })
  // A subquery per state would be asked one after the other.
  for (const text of texts) expect(text).not.toContain('union all')
})
