import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { roleLabels } from '#shared/roles.ts'
import { buildCaller, buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { type Explained, explain } from '#tests/support/explain.ts'
import { buildClient, buildCompany } from '#tests/support/factories.ts'
import { devicePages } from './export-pages.ts'
import { findDevices } from './queries.ts'

const database = useDatabase({ emptied: 'file' })
/** Devices of each of three bases, one after the other. */
const devices = 12_000
const [ofClient, offline] = [devices / 12, devices / 4]
let base: number
let client: number

beforeAll(async () => {
  for (const [at, name] of ['先行', '中间', '后来'].entries()) {
    base = (await buildCompany(database.db, { name })).id
    client = (await buildClient(database.db, { company_id: base })).id
    await database.pool.query(
      `insert into device (serial, company_id, type, state, state_since, active_worker_state, client_id)
        select 'B${at}X' || lpad(n::text, 6, '0'), $1, (case when n % 2 = 0 then 'T30' else 'T20' end)::device_type,
          (case when n % 4 = 0 then 'offline' else 'normal' end)::device_state, '2026-11-20T00:00:00Z', n % 5 > 0, case when n % 12 = 0 then $2::int end
        from generate_series(1, ${devices}) n`,
      [base, client],
    )
  }
  await database.vacuum(['device', 'device_count', 'device_leaf_count'])
}, 120_000)

const callerOn = async (db: Kysely<Database>) => {
  const viewer = await buildViewer(database.db, { company_id: base, nick_name: roleLabels.baseManager })
  return buildCaller(db, { viewer, now: new Date('2026-11-21T04:00:00Z') })
}
const nodesOf = (plans: readonly Explained[]) => plans.flatMap(({ nodes }) => nodes).join()

test('Learn the serials of a base from its own devices', async () => {
  const plans = await explain(database, async (db) => {
    expect((await (await callerOn(db)).devices.serialPatterns({})).patterns).toEqual(['B2X######'])
  })
  const learning = nodesOf(plans.filter(({ text }) => text.includes('json_agg(serial)')))
  // Of several nodes only that of the base is asked, which has no large base beside it here.
  if (process.env.TEST_CITUS) return expect(learning.match(/Custom Scan/g)).toHaveLength(1)
  expect(learning).toContain('device_company')
  expect(learning).not.toMatch(/device_pkey|device_by_serial/)
})

test('List a base by ids without reading the bases before it on the same node', async () => {
  const { places } = buildContext(database.db).services
  const book = await places.book()
  const set = await places.narrow({ everything: false, branches: [{ companyId: base }] })
  set.spread = true
  const plans = await explain(database, async (db) => {
    const { data } = await findDevices(db, book, set, { page: 1, size: 20, orderColumn: 'id', orderWay: 'asc' })
    expect(data.map(({ serial }) => serial.slice(0, 3))).toEqual(Array.from({ length: 20 }, () => 'B2X'))
  })
  for (const { buffers } of plans) expect(buffers).toBeLessThan(400)
})

test('Count devices in trouble without an acknowledgement once', async () => {
  const plans = await explain(database, async (db) => {
    const { devices: calls } = await callerOn(db)
    const found = await calls.warnings({ state: 'offline', acknowledged: false, orderColumn: 'id', size: 20 })
    expect([found.totalCount, found.data.length]).toEqual([offline, 20])
  })
  expect(plans.filter(({ text }) => text.includes('from device_care'))).toHaveLength(1)
})

test.each([undefined, false])(
  'Export devices with one moment of trouble, each once; acknowledged: %s',
  async (acknowledged) => {
    let text = ''
    const plans = await explain(database, async (db) => {
      const { devices: calls } = await callerOn(db)
      const request = { state: 'offline', format: 'csv', columns: ['serial'], acknowledged } as const
      for await (const part of await calls.exportWarnings(request)) if ('text' in part) text += part.text
    })
    const serials = text.trim().split('\r\n').slice(1)
    expect(serials).toEqual(Array.from({ length: offline }, (_, at) => `B2X${String((at + 1) * 4).padStart(6, '0')}`))
    const pages = plans.filter(({ text: page }) => page.includes('since'))
    for (const { buffers } of pages.slice(1)) expect(buffers).toBeLessThan(4_000)
    expect(nodesOf(pages)).not.toContain('device_troubled_anywhere')
  },
)

test('Read the devices of a client in the order of workers, each once', async () => {
  const { places } = buildContext(database.db).services
  const book = await places.book()
  const set = { ...(await places.narrow({ everything: false, branches: [{ companyId: base }] })), clientId: client }
  const read: { id: number; active_worker_state: boolean }[] = []
  const order = { column: 'activeWorkerState', descending: true } as const
  for await (const rows of devicePages(database.db, book, set, order, 50)) read.push(...rows)
  const key = ({ id, active_worker_state }: (typeof read)[number]) => Number(active_worker_state) * 1_000_000 + id
  expect(read.map(key)).toEqual(read.map(key).toSorted((one, other) => other - one))
  expect(new Set(read.map(({ id }) => id)).size).toBe(ofClient)
})
