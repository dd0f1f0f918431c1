import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { machineMonths } from '#server/features/machines/months.ts'
import { addDays } from '#shared/dates.ts'
import type { DeviceType } from '#shared/devices.ts'
import { firstMachineTypes } from '#shared/machine-types.ts'
import { type buildCaller, buildCallerAs, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
} from '#tests/support/factories.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { dailySums } from './daily-sums.ts'
import { dayChanges } from './day-changes.ts'
import { dayDevices, type Reader } from './day-lists.ts'

const database = useDatabase({ emptied: 'file' })
const last = '2026-11-20'
const many = 60
let base: Awaited<ReturnType<typeof buildCompany>>
let site: Awaited<ReturnType<typeof buildSite>>
let baseManager: ReturnType<typeof buildCaller>
let manager: ReturnType<typeof buildCaller>

/** Each machine has a sub-account of its own, so that each is one leaf of the roll-up per day. */
beforeAll(async () => {
  const { db } = database
  base = await buildCompany(db)
  site = await buildSite(db, { tenant: base })
  const elsewhere = await buildCompany(db)
  const client = await buildClient(db, { company_id: base.id })
  for (let n = 0; n < many; n += 1) {
    const account = await buildAccount(db, { client_id: client.id })
    const type: DeviceType = n % 3 === 0 ? 'T20' : 'T30'
    const device = await buildDevice(db, {
      site_id: n % 2 === 0 ? site.id : base.id,
      client_id: client.id,
      account_id: account.id,
      type,
    })
    for (let back = 0; back < 10; back += 1)
      await buildDaily(db, device, addDays(last, -back), { type, state: n % 5 === 0 ? 'offline' : 'normal' })
  }
  await buildDaily(db, await buildDevice(db, { company_id: elsewhere.id, type: 'T20' }), last, { type: 'T20' })
  await database.pool.query(
    `insert into device_event (company_id, device_id, from_state, to_state, cause, at) select company_id, id, 'normal', 'offline', 'feed', '${last}T02:00:00Z' from device`,
  )
  await database.vacuum(['daily_type', 'daily_leaf', 'daily_scope', 'device_event', 'device_daily', 'device'])
  baseManager = await buildCallerAs(db, { company_id: base.id, nick_name: '基地负责人' })
  manager = await buildCallerAs(db, { company_id: (await buildHeadquarters(db)).id })
}, 120_000)

const whole = (companyId: number, type: DeviceType) => territoryOf([companyId], { type })

const readerOf = async (): Promise<Reader> => {
  const { archive, places } = buildContext(database.db).services
  return { book: await places.book(), timeZone: 'Asia/Shanghai', personal: false, days: { archive, today: last } }
}

describe('whole tenants by machine type', () => {
  test('Read one row per day, however many owners there are', async () => {
    const plans = await explain(database, (db: Kysely<Database>) =>
      dailySums(db, whole(base.id, 'T20'), addDays(last, -9), last),
    )
    expect(plans[0]?.text).toContain('daily_type')
    expect(plans[0]?.buffers).toBeLessThan(20)
    const months = await explain(database, (db: Kysely<Database>) =>
      machineMonths(db, whole(base.id, 'T30'), firstMachineTypes, [addDays(last, -9), last], 'online'),
    )
    expect(months[0]?.text).toContain('daily_type')
    expect(months[0]?.buffers).toBeLessThan(20)
  })

  test("Return the sums of a tenant's leaves, and of all tenants for the management", async () => {
    const normal = async (caller: typeof manager, input: object) => {
      const { series } = await caller.charts.stackedStates({ businessDateQuery: [last, last], ...input })
      return series.map(({ data }) => data[0])
    }
    const parts = await Promise.all(
      [{ siteId: site.id }, { siteId: base.id }].map((part) => normal(baseManager, { type: 'T20', ...part })),
    )
    const whole = await normal(baseManager, { type: 'T20' })
    expect(whole[0]).toBeGreaterThan(0)
    expect(whole).toEqual(parts[0]?.map((value, at) => (value ?? 0) + (parts[1]?.[at] ?? 0)))
    expect((await normal(manager, { type: 'T20' }))[0]).toBe((whole[0] ?? 0) + 1)
  })

  test('Leave out a deleted site without reading the leaves of the others', async () => {
    const { places } = buildContext(database.db).services
    await database.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', site.id).execute()
    try {
      const narrowed = { ...whole(base.id, 'T20'), withoutSiteIds: [site.id] }
      const [sums] = await dailySums(database.db, narrowed, last, last)
      const [rest] = await dailySums(database.db, { ...whole(base.id, 'T20'), siteIds: [base.id] }, last, last)
      expect(sums).toEqual(rest)
      const { type: _, ...any } = narrowed
      const [plan] = await explain(database, (db: Kysely<Database>) => dailySums(db, any, addDays(last, -9), last))
      expect(plan?.text).not.toContain('daily_leaf')
    } finally {
      await database.db.updateTable('company').set({ deleted_at: null }).where('id', '=', site.id).execute()
      places.forget()
    }
  })
})

describe('changes of state over a long range', () => {
  const asked = { start: addDays(last, -300), end: last, page: 1, size: 20 }

  test('Return all changes while they are few, and a capped count when they are many', async () => {
    const few = await baseManager.charts.dayChanges({ ...asked, type: 'T20' })
    expect([few.totalCount, few.data.length, few.totalCapped, few.searchedFrom]).toEqual([
      many / 3,
      20,
      undefined,
      undefined,
    ])
    const more = 3_000
    const device = await buildDevice(database.db, { company_id: base.id, type: 'T20' })
    await buildDaily(database.db, device, last, { type: 'T20' })
    await database.pool.query(
      `insert into device_event (company_id, device_id, from_state, to_state, cause, at)
        select $1, $2, 'normal', 'low', 'feed', '${last}T03:00:00Z'::timestamptz + n * interval '1 second' from generate_series(1, ${more}) n`,
      [base.id, device.id],
    )
    const { totalCount, totalCapped, searchedFrom, data } = await baseManager.charts.dayChanges({
      ...asked,
      type: 'T20',
    })
    expect([totalCount, totalCapped]).toEqual([2_000, true])
    expect(searchedFrom).toBe(new Date(Date.parse(`${last}T03:00:00Z`) + 1_001_000).toISOString())
    expect(data[0]?.at).toBe(new Date(Date.parse(`${last}T03:00:00Z`) + 3_000_000).toISOString())
    const all = await baseManager.charts.dayChanges(asked)
    expect([all.totalCount, all.totalCapped]).toEqual([more + many, undefined])
  })

  test('Read changes newest first from an index, each once, and their owners by the primary key', async () => {
    await database.vacuum(['device_event'])
    const reader = await readerOf()
    const plans = await explain(database, (db: Kysely<Database>) =>
      dayChanges(db, whole(base.id, 'T20'), asked, reader),
    )
    const reading = plans.filter(({ nodes }) => nodes.includes('Index Scan device_event_newest'))
    expect(reading).toHaveLength(1)
    expect(reading[0]?.buffers).toBeLessThan(20_000)
    // The other queries only check whether months of the range are in the archive.
    expect(plans.filter((plan) => plan !== reading[0]).map(({ buffers }) => buffers < 20)).toEqual([true, true])
  })
})

describe('the devices of a day', () => {
  test('Find the devices of a site among the rows of the clients that were there', async () => {
    const reader = await readerOf()
    const set = { ...whole(base.id, 'T20'), siteIds: [site.id] }
    const list = await dayDevices(database.db, set, { day: last, part: 'normal', page: 1, size: 100 }, reader)
    const point = await baseManager.charts.stackedStates({
      businessDateQuery: [last, last],
      siteId: site.id,
      type: 'T20',
    })
    expect(list.data).toHaveLength(list.totalCount)
    expect(list.totalCount).toBe(point.series.find(({ name }) => name === 'normal')?.data[0])
    const plans = await explain(database, (db: Kysely<Database>) =>
      dayDevices(db, set, { day: last, part: 'normal', page: 1, size: 100 }, reader),
    )
    // On several nodes further queries follow, one for each tenant that was met.
    const reading = plans.filter(({ text }) => text.includes('from device_daily'))
    expect(reading[0]?.text).toContain('from daily_leaf')
  })

  test('Page through a whole tenant from both ends, and refuse pages far from both', async () => {
    const crowd = 32_000
    const tenant = await buildCompany(database.db)
    await database.pool.query(
      `insert into device (serial, company_id, type, state) select 'CROWD' || n, $1, case when n % 4 = 0 then 'T20'::device_type else 'T30' end, 'normal' from generate_series(1, ${crowd}) n`,
      [tenant.id],
    )
    await database.pool.query(
      `insert into device_daily (business_date, device_id, company_id, type, state, reported, ever_reported, hash_target)
        select '${last}', id, company_id, type, state, true, true, 30 from device where company_id = $1`,
      [tenant.id],
    )
    await database.vacuum(['device', 'device_daily'])
    const caller = await buildCallerAs(database.db, { company_id: tenant.id, nick_name: '基地负责人' })
    const page = (page: number, type?: string) =>
      caller.charts.dayDevices({ day: last, part: 'normal', page, size: 100, type })
    const [first, final] = [await page(1), await page(crowd / 100)]
    expect([first.totalCount, first.data.length, final.data.length]).toEqual([crowd, 100, 100])
    expect(final.data.at(-1)?.deviceId).toBe((first.data[0]?.deviceId ?? 0) + crowd - 1)
    await expect(page(105)).rejects.toMatchObject({
      cause: { code: 'TOO_WIDE' },
      message: expect.stringContaining('10,000'),
    })
    // Rows of one type are spread among all others, so that fewer of them are near an end.
    expect((await page(37, 'T20')).data.map(({ type }) => type)).toEqual(Array(100).fill('T20'))
    await expect(page(38, 'T20')).rejects.toMatchObject({
      cause: { code: 'TOO_WIDE' },
      message: expect.stringContaining('3,750'),
    })
  })
})
