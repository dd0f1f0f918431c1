import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { longestSerialList } from '#shared/serial-lists.ts'
import { buildCaller, buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { readableList } from './listed-devices.ts'

const database = useDatabase()

async function town() {
  const { db } = database
  const base = await buildCompany(db)
  const site = await buildSite(db, { tenant: base })
  const viewer = await buildViewer(db, { company_id: base.id, nick_name: '基地负责人' })
  const ids: number[] = []
  for (const at of [0, 1, 2, 3, 4])
    ids.push((await buildDevice(db, { company_id: base.id, serial: `L${at}`, site_id: at < 2 ? site.id : null })).id)
  const { places } = buildContext(db).services
  const scope = await places.scopeOf(viewer, 'company')
  return { db, viewer, site, ids, narrowed: (filters: { siteId?: number } = {}) => places.narrow(scope, filters) }
}

test('Accept a short list whole; reduce a long one to the machines of a place, or say how to narrow it', async () => {
  const { db, site, ids, narrowed } = await town()
  expect(await readableList(db, await narrowed(), ids, 5)).toEqual(ids)
  const refused = await readableList(db, await narrowed(), ids, 4).catch(
    (error: unknown) => describeError(error, 'en').message,
  )
  expect(refused).toContain('5 devices')
  expect(refused).toContain('choose a site')
  expect(await readableList(db, await narrowed({ siteId: site.id }), ids, 2)).toEqual(ids.slice(0, 2))
  await expect(readableList(db, await narrowed({ siteId: site.id }), ids, 1)).rejects.toMatchObject({
    code: 'TOO_WIDE',
  })
})

test('Report the length of a long list to its owner, narrow it by a site, and act on all of it', async () => {
  const { db, viewer, site, ids } = await town()
  const others = Array.from({ length: longestSerialList }, (_, at) => 2_000_000 + at)
  const key = 'L'.repeat(22)
  const row = {
    key,
    device_ids: [...ids, ...others],
    unknown: [],
    repeated: 0,
    origin: JSON.stringify({ kind: 'pasted' }),
    create_time: new Date(),
  }
  await db
    .insertInto('serial_list')
    .values({ ...row, user_id: viewer.userId })
    .execute()
  const caller = buildCaller(db, { viewer, request: { language: 'en' } })
  expect(await caller.devices.serialList({ serialList: key })).toMatchObject({ found: longestSerialList + 5 })
  for (const ask of [caller.devices.find, caller.charts.counts, caller.devices.warnings])
    await expect(ask({ serialList: key })).rejects.toMatchObject({ cause: { code: 'TOO_WIDE' } })
  const { data } = await caller.devices.find({ serialList: key, siteId: site.id })
  expect(data.map(({ serial }) => serial)).toEqual(['L0', 'L1'])
  expect(await caller.charts.counts({ serialList: key, siteId: site.id })).toMatchObject({ total: 2 })
  const stranger = await buildViewer(db, { company_id: viewer.companyId, nick_name: '基地负责人' })
  await expect(buildCaller(db, { viewer: stranger }).devices.serialList({ serialList: key })).rejects.toMatchObject({
    cause: { code: 'TOO_WIDE' },
  })
  expect(
    await caller.devices.mark({
      mark: 'lost',
      reason: 'gone',
      selection: { filters: { serialList: key }, expected: 5 },
    }),
  ).toMatchObject({ changed: 5 })
})

test.each([
  { highestId: 90_000, refused: false },
  { highestId: 110_000, refused: true },
])('Refuse a list of 5,000 machines in a large fleet only: %j', async ({ highestId, refused }) => {
  const { db, viewer, site, ids } = await town()
  await buildDevice(db, { id: highestId, company_id: viewer.companyId, serial: 'HIGHEST' })
  const device_ids = [...ids, ...Array.from({ length: 5_000 }, (_, at) => 2_000_000 + at)]
  const key = 'M'.repeat(22)
  await db
    .insertInto('serial_list')
    .values({
      ...{ key, device_ids, unknown: [], repeated: 0, user_id: viewer.userId },
      ...{ origin: JSON.stringify({ kind: 'pasted' }), create_time: new Date() },
    })
    .execute()
  const caller = buildCaller(db, { viewer, request: { language: 'en' } })
  const whole = caller.devices.find({ serialList: key })
  if (refused) await expect(whole).rejects.toThrow(/at most 4,?000 .*choose a site/)
  else expect((await whole).totalCount).toBe(5)
  expect((await caller.devices.serialList({ serialList: key })).found).toBe(refused ? 5_005 : 5)
  expect((await caller.devices.find({ serialList: key, siteId: site.id })).totalCount).toBe(2)
  const pasted = caller.devices.keepSerials({ serials: ['L0', ...Array.from({ length: 4_999 }, (_, at) => `S${at}`)] })
  if (refused) await expect(pasted).rejects.toThrow(/at most 4,?000 .*split the list/)
  else expect((await pasted).found).toBe(1)
})
