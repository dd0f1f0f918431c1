import { expect, test } from 'vitest'
import { dailySums } from '#server/features/charts/daily-sums.ts'
import { wallCoverage } from '#server/features/cockpits/coverage.ts'
import { troubles } from '#server/features/today/troubles.ts'
import { WarningListRequest } from '#shared/device-detail.ts'
import { type DeviceFilters, deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { atDay, useAlikeFleet } from '#tests/support/alike-fleet.ts'
import { buildDaily } from '#tests/support/factories.ts'
import { findDevices } from './queries.ts'
import { findWarnings } from './warnings.ts'

const fleet = useAlikeFleet()
const { database, sets, expectAlike } = fleet
const size = 10
const ways: readonly ('asc' | 'desc')[] = ['asc', 'desc']

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

test('Read a page of one base on several nodes by one statement', async () => {
  const { companyIds } = (await sets()).set
  const texts = await expectAlike(
    async (db, book, set) => {
      const listed = await findDevices(db, book, set, { page: 1, size })
      expect(listed.data.flatMap(({ checks }) => checks)).toContainEqual({ id: fleet.viewer().userId, name: '张海' })
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

test('Read the warnings of one base on several nodes from one table at a time', async () => {
  const { companyIds } = (await sets()).set
  const texts = await expectAlike(
    async (db, book, set) => {
      const warned = await findWarnings(db, book, set, WarningListRequest.parse({ state: 'low', page: 1, size }))
      expect(warned.data.map(({ care }) => care?.acknowledged?.by)).toContain('张海')
      return warned
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
    if (companyId === undefined) for (const text of texts) expect(text).not.toMatch(/\bwith\b/)
    else expect(texts).toHaveLength(1)
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

test.each([size, 1])('Show %i of the oldest troubles on several nodes as on one', async (most) => {
  const [before, timeZone] = [atDay(19), 'Asia/Shanghai']
  for (const companyId of [undefined, (await sets()).set.companyIds.at(-1)]) {
    const texts = await expectAlike(
      async (db, book, all) => {
        const found = await troubles(db, { book, all, before, timeZone, most })
        expect(found.rows.length).toBeGreaterThan(0)
        return found
      },
      { companyId },
    )
    // A subquery per state would be asked one after the other.
    for (const text of texts) expect(text).not.toContain('union all')
    // Of one base, Citus would only plan one table more.
    if (companyId !== undefined) expect(texts.join()).not.toContain('device_count')
  }
})
