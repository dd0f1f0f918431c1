import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { DeviceSortColumn } from '#shared/devices.ts'
import { buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildClient, buildCompany, buildSite } from '#tests/support/factories.ts'
import { isOwnColumn, orderedPart, ownColumns } from './ordered-part.ts'
import { findDevices } from './queries.ts'

const database = useDatabase({ emptied: 'file' })
/** Devices of each of two bases. A name finds all of the later one, and every four-hundredth of the earlier one. */
const devices = 12_000
const rare = 400
const named = devices + devices / rare
const province = '江苏省'
const bases: number[] = []

beforeAll(async () => {
  const { db, pool } = database
  for (const every of [rare, 1]) {
    const tenant = await buildCompany(db)
    bases.push(tenant.id)
    const sites = await Promise.all([1, 2, 3].map(() => buildSite(db, { tenant, province })))
    const found = await buildClient(db, { company_id: tenant.id, name: `Polar ${every}` })
    const other = await buildClient(db, { company_id: tenant.id, name: `Else ${every}` })
    await pool.query(
      `insert into device (serial, company_id, site_id, type, state, repair_times, active_worker_state, client_id)
        select 'B' || (n * 7919) % 100003 || 'X' || $1::int, $1::int, ($2::int[])[1 + n % 3], (case when n % 2 = 0 then 'T30' else 'T20' end)::device_type,
          (case when n % 4 = 0 then 'offline' else 'normal' end)::device_state, n % 3, n % 5 > 0, case when n % $5 = 0 then $3::int else $4::int end
        from generate_series(1, ${devices}) n`,
      [tenant.id, sites.map(({ id }) => id), found.id, other.id, every],
    )
  }
  await database.vacuum(['device', 'device_count', 'device_leaf_count'])
}, 120_000)

const setOf = async (filters: { name: string; province?: string }) => {
  const { places } = buildContext(database.db).services
  const scope = { everything: false, branches: bases.map((companyId) => ({ companyId })) }
  return { book: await places.book(), set: await places.narrow(scope, filters) }
}
const request = (orderColumn: DeviceSortColumn) => ({ page: 1, size: 20, orderColumn, orderWay: 'asc' as const })

test.each([{ name: 'Polar' }, { name: 'Polar', province }])(
  'List devices found by a name without reading a base that has few of them, %j',
  async (filters) => {
    const { book, set } = await setOf(filters)
    for (const orderColumn of ['id', 'serial', 'type', 'state'] as const) {
      const plans = await explain(database, async (db) => {
        const { data, totalCount } = await findDevices(db, book, set, request(orderColumn))
        expect([totalCount, data.length]).toEqual([named, 20])
      })
      for (const { buffers } of plans) expect(buffers).toBeLessThan(150)
    }
  },
)

test('Merge bases whose devices are fetched with others in the same order', async () => {
  for (const filters of [{ name: 'Polar' }, { name: 'Polar', province }]) {
    const { set } = await setOf(filters)
    for (const column of Object.keys(ownColumns).filter((name) => isOwnColumn(name as DeviceSortColumn)))
      for (const [offset, descending] of [
        [0, false],
        [35, true],
        [named - 10, false],
      ] as const) {
        const read = async (fetched?: DeviceSet) => {
          const field = ownColumns[column as keyof typeof ownColumns]
          const part = { limit: 20, offset, fetched }
          const columns = field === 'id' ? sql`id` : sql`${sql.ref(field)}, id`
          const rows = await sql<{ id: number }>`${orderedPart(set, field, descending, part, columns)}`.execute(
            database.db,
          )
          return rows.rows.map(({ id }) => id)
        }
        const walked = await read()
        expect(walked.length).toBeGreaterThan(0)
        expect(await read({ ...set, companyIds: bases.slice(0, 1) })).toEqual(walked)
      }
  }
})
