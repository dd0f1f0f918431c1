import { beforeAll, expect, test } from 'vitest'
import { type DeviceFilters, type DeviceSortColumn, deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { buildContext, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { findDevices } from './queries.ts'

const database = useDatabase({ emptied: 'file' })
const [bases, each, size] = [24, 5, 20]

beforeAll(async () => {
  const { db } = database
  const headquarters = await buildHeadquarters(db)
  await buildUser(db, { company_id: headquarters.id })
  for (let number = 0; number < bases; number += 1) {
    const tenant = await buildCompany(db)
    const site = await buildSite(db, { tenant })
    for (let device = 0; device < each; device += 1)
      await buildDevice(db, {
        company_id: tenant.id,
        site_id: device === 0 ? null : site.id,
        serial: `S${(number * 37 + device * 61) % 997}-${number}-${device}`,
        state: deviceStates[(number + device) % deviceStates.length],
        repair_times: device % 3,
        active_worker: device === 1 ? null : `worker ${(number + device) % 7}`,
      })
  }
})

async function pages(orderColumn: DeviceSortColumn, orderWay: 'asc' | 'desc', filters: Partial<DeviceFilters> = {}) {
  const { db } = database
  const viewer = await viewerOf(db, await db.selectFrom('app_user').selectAll().executeTakeFirstOrThrow())
  const { places } = buildContext(db).services
  const set = await places.narrow(await places.scopeOf(viewer, 'all'), filters)
  const book = await places.book()
  const read = (page: number, reader = db) => findDevices(reader, book, set, { page, size, orderColumn, orderWay })
  return { read, set }
}

test.each(deviceSortColumns)(
  'Page through many bases by %s in order, with a query text of constant length',
  async (column) => {
    for (const way of ['asc', 'desc'] as const) {
      const { read, set } = await pages(column, way)
      expect(set.companyIds).toHaveLength(bases)
      const rows = []
      for (let page = 1; page <= Math.ceil((bases * each) / size); page += 1) rows.push(...(await read(page)).data)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(bases * each)
      if (column === 'id' || column === 'serial') {
        const keys = rows.map((row) => row[column])
        const sorted = [...keys].sort((one, other) =>
          column === 'id' ? Number(one) - Number(other) : one < other ? -1 : 1,
        )
        if (column === 'id') expect(keys).toEqual(way === 'asc' ? sorted : sorted.reverse())
      }
      const plans = await explain(database, (explained) => read(1, explained))
      for (const { text } of plans) expect(text.length).toBeLessThan(2_500)
    }
  },
)

test('Filter a list of many bases, and match its deep pages with the whole list', async () => {
  const whole = await pages('id', 'asc')
  const all = []
  for (let page = 1; page <= Math.ceil((bases * each) / size); page += 1) all.push(...(await whole.read(page)).data)
  const offline = all.filter(({ state }) => state === 'offline').map(({ id }) => id)
  const { read } = await pages('id', 'asc', { state: 'offline' })
  const found = await read(1)
  expect(found.totalCount).toBe(offline.length)
  expect(found.data.map(({ id }) => id)).toEqual(offline.slice(0, size))
})
